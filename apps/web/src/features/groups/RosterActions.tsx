import { ActionIcon, Button, Group as Row, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArrowRight, IconDotsVertical, IconUserMinus } from '@tabler/icons-react';

import type { Group } from '@/api/groups/wire';
import { useChangeWork } from '@/api/people/work';
import type { RosterEntry } from '@/api/types';
import { useMayEdit } from '@/components/may-edit';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { describeError } from '@/lib/describe-error';
import { noteTold } from '@/lib/notify-failure';
import { isoDay } from '@/lib/dates';
import { groupTexts } from '@/texts/groups';

import type { Player } from './roster';
import classes from './Roster.module.css';
import { end } from './work-changes';

const MoveDialog = lazyPart(() => import('./MoveDialog'));

const texts = groupTexts.roster;

interface RosterActionsProps {
  group: Group;
  role: RosterEntry['role'];
  person: Player;
}

/** What can be done with somebody's place in a group, without leaving its page. */
export function RosterActions({ group, role, person }: RosterActionsProps) {
  const mayEdit = useMayEdit();
  const [moving, { open, close }] = useDisclosure();
  const change = useChangeWork();
  const { id, name, titles } = person;
  const title = titles.filter(Boolean).join(', ') || groupTexts.roles[role];

  // The row is gone by then, and what it would have been told with it: so the promise tells.
  const stop = () =>
    void change
      .mutateAsync({ id, change: end(group, titles, isoDay(new Date())) })
      .then(({ person: since, before }) => {
        const undo = () =>
          void change.mutateAsync({ id, change: () => [...before], since }).then(undone, failed);
        notifications.show({
          color: 'green',
          message: (
            <Row justify="space-between" gap="xs">
              <Text inherit>{texts.ended(name, title.toLocaleLowerCase('nl-NL'))}</Text>
              <Button size="compact-sm" variant="light" onClick={undo}>
                {texts.undo}
              </Button>
            </Row>
          ),
          autoClose: 10_000,
        });
      }, failed);

  if (!mayEdit) return null;
  return (
    <span className={classes.actions} data-print="never">
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.actionsOf(name)}
            loading={change.isPending}
          >
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowRight size={18} aria-hidden />} onClick={open}>
            {groupTexts.kinds[group.kind].move}
          </Menu.Item>
          <Menu.Item leftSection={<IconUserMinus size={18} aria-hidden />} onClick={stop}>
            {texts.end}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Part onGiveUp={close}>
        {moving && <MoveDialog group={group} person={person} onClose={close} />}
      </Part>
    </span>
  );
}

const failed = (error: Error) => {
  noteTold(error);
  notifications.show({ color: 'red', title: texts.failed, message: describeError(error).message });
};

const undone = () => notifications.show({ color: 'green', message: texts.undone });
