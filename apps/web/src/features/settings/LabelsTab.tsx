import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { labelsQuery, useDeleteLabel, useSaveLabel } from '@/api/terms';
import type { PersonLabel } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ListState } from '@/components/ListState';
import { labelTexts as texts } from '@/texts/settings-admin';

import { NameForm } from './NameForm';
import { RenameLabelDialog } from './RenameLabelDialog';
import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';

export function LabelsTab() {
  const labels = useQuery(labelsQuery);
  const create = useSaveLabel();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <NameForm texts={texts} create={create} toVariables={(name) => ({ values: { name } })} />
      <ListState query={labels}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">{texts.empty}</Text>
          ) : (
            <ul className={classes.list}>
              {list.map((label) => (
                <LabelRow key={label.id} label={label} />
              ))}
            </ul>
          )
        }
      </ListState>
    </SettingsCard>
  );
}

function LabelRow({ label: { id, name } }: { label: PersonLabel }) {
  const [renaming, rename] = useDisclosure();
  const [asking, question] = useDisclosure();
  const remove = useDeleteLabel();
  return (
    <li className={classes.row}>
      <Group wrap="nowrap" miw={0} flex="1 1 12rem">
        <IconTag size={20} stroke={1.5} aria-hidden className={classes.icon} />
        <Text fw={600} miw={0}>
          {name}
        </Text>
      </Group>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          aria-label={texts.renameThing(name)}
          onClick={rename.open}
        >
          {texts.rename}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={texts.removeThing(name)}
          onClick={question.open}
        >
          {texts.remove}
        </Button>
      </Group>
      {renaming && <RenameLabelDialog id={id} name={name} onClose={rename.close} />}
      <ConfirmDialog
        opened={asking}
        onClose={question.close}
        title={texts.removeTitle(name)}
        message={texts.removeMessage}
        confirm={texts.remove}
        mutation={remove}
        variables={id}
        onDone={() => notifications.show({ message: texts.removed(name), color: 'green' })}
      />
    </li>
  );
}
