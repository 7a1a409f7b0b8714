import { ActionIcon, Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconTag, IconTagPlus } from '@tabler/icons-react';

import type { Person } from '@/api/types';
import { personTexts } from '@/texts/person';
import { useMayEdit } from '@/components/may-edit';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';

const LabelsDialog = lazyPart(() => import('./LabelsDialog'));

const texts = personTexts.labels;

/** The labels of a person. */
export function PersonLabels({ person }: { person: Person }) {
  const { labels } = person;
  const [editing, dialog] = useDisclosure();
  const mayEdit = useMayEdit();
  return (
    <Group gap="xs">
      {labels.map((name) => (
        <Badge
          key={name}
          variant="outline"
          leftSection={<IconTag size={13} aria-hidden />}
          data-label={name}
        >
          {name}
        </Badge>
      ))}
      {!mayEdit ? null : labels.length === 0 ? (
        <Button
          variant="subtle"
          size="compact-xs"
          ml={-8}
          leftSection={<IconTagPlus size={15} aria-hidden />}
          onClick={dialog.open}
        >
          {texts.add}
        </Button>
      ) : (
        <ActionIcon variant="subtle" size="sm" aria-label={texts.edit} onClick={dialog.open}>
          <IconPencil size={15} aria-hidden />
        </ActionIcon>
      )}
      <Part onGiveUp={dialog.close}>
        {editing && <LabelsDialog person={person} onClose={dialog.close} />}
      </Part>
    </Group>
  );
}
