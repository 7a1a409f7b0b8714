import { Autocomplete, Button, Group as Row, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';

import type { Group } from '@/api/groups/wire';
import { useChangeWork } from '@/api/people/work';
import type { PersonHit, RosterEntry } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { PersonSelect } from '@/features/person/PersonSelect';
import { isoDay } from '@/lib/dates';
import { groupTexts } from '@/texts/groups';

import { usualTitles } from './roster';
import classes from './Roster.module.css';
import { begin } from './work-changes';

const texts = groupTexts.roster;

interface AddToRosterProps {
  group: Group;
  role: RosterEntry['role'];
  entries: readonly RosterEntry[];
  onClose: () => void;
}

/** Adds people one after the other: whoever is chosen is in. */
export default function AddToRoster({ group, role, entries, onClose }: AddToRosterProps) {
  const titles = usualTitles(entries, role);
  const [title, setTitle] = useState(titles[0] ?? '');
  const [added, setAdded] = useState(0);
  const change = useChangeWork();
  const here = entries.filter((entry) => entry.role === role).map(({ id }) => id);

  const add = ({ id, name }: PersonHit) =>
    change.mutate(
      { id, change: begin(group, title.trim(), isoDay(new Date())) },
      {
        onSuccess: () => {
          const as = title.trim() || groupTexts.roles[role];
          notifications.show({
            color: 'green',
            message: texts.added(name, as.toLocaleLowerCase('nl-NL')),
          });
          setAdded((count) => count + 1);
        },
      },
    );

  return (
    <Stack
      gap="sm"
      className={classes.add}
      role="group"
      aria-label={texts.addLabel[role]}
      onKeyDown={({ key, target }) => {
        // An open list has the key first.
        if (key === 'Escape' && !(target instanceof Element && target.ariaExpanded === 'true')) {
          onClose();
        }
      }}
    >
      <ErrorAlert error={change.error} title={texts.notAdded} />
      <Row gap="sm" align="flex-end">
        <PersonSelect
          // Empty again, and with the keyboard in it, after everybody who was added.
          key={added}
          label={texts.who}
          without={here}
          onChoose={add}
          focused
          busy={change.isPending}
        />
        <Autocomplete
          label={texts.title}
          data={titles}
          value={title}
          onChange={setTitle}
          filter={({ options }) => options}
          flex="0 1 12rem"
        />
        <Button variant="default" onClick={onClose}>
          {texts.addDone}
        </Button>
      </Row>
    </Stack>
  );
}
