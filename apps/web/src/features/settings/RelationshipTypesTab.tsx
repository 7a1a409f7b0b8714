import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import {
  relationshipTypesQuery,
  useDeleteRelationshipType,
  useRestoreRelationshipTypes,
} from '@/api/terms';
import type { RelationshipType } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ListState } from '@/components/ListState';
import { relationshipTypeTexts as texts } from '@/texts/settings-admin';

import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';

const RelationshipTypeDialog = lazy(() => import('./RelationshipTypeDialog'));

/** What the dialog is about: a type, or a new one. */
type Edited = RelationshipType | 'new';

export function RelationshipTypesTab() {
  const types = useQuery(relationshipTypesQuery);
  const [edited, setEdited] = useState<Edited>();
  return (
    <SettingsCard
      title={texts.title}
      intro={texts.intro}
      action={
        <Group gap="xs">
          <RestoreDefaults />
          <Button
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!types.isSuccess}
            onClick={() => setEdited('new')}
          >
            {texts.add}
          </Button>
        </Group>
      }
    >
      <ListState query={types}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">{texts.empty}</Text>
          ) : (
            <ul className={classes.list}>
              {list.map((type) => (
                <TypeRow key={type.id} type={type} types={list} onEdit={() => setEdited(type)} />
              ))}
            </ul>
          )
        }
      </ListState>
      <Suspense>
        {edited !== undefined && (
          <RelationshipTypeDialog
            type={edited === 'new' ? undefined : edited}
            types={types.data ?? []}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </SettingsCard>
  );
}

interface TypeRowProps {
  type: RelationshipType;
  types: readonly RelationshipType[];
  onEdit: () => void;
}

function TypeRow({ type, types, onEdit }: TypeRowProps) {
  const { id, name } = type;
  const [asking, dialog] = useDisclosure();
  const remove = useDeleteRelationshipType();
  return (
    <li className={classes.row}>
      <Stack gap={0} flex={1} miw={0}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {about(type, types)}
        </Text>
      </Stack>
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="subtle" aria-label={texts.edit(name)} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={texts.remove(name)}
          onClick={dialog.open}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={texts.removeTitle(name)}
        message={texts.removeMessage}
        confirm={texts.removeConfirm}
        mutation={remove}
        variables={id}
        onDone={() => notifications.show({ message: texts.removed(name), color: 'green' })}
      />
    </li>
  );
}

function about({ id, acf }: RelationshipType, types: readonly RelationshipType[]): string {
  const inverse = types.find((type) => type.id === acf.inverse_relationship_type);
  const byGender = acf.gender_dependent_group
    ? texts.groupShort(acf.gender_dependent_group)
    : texts.byGender;
  return [
    inverse === undefined
      ? texts.noInverseShort
      : inverse.id === id
        ? texts.sameBothWays
        : texts.inverseOf(inverse.name),
    acf.is_gender_dependent ? byGender : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function RestoreDefaults() {
  const [asking, dialog] = useDisclosure();
  const restore = useRestoreRelationshipTypes();
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        {texts.restore}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={texts.restoreTitle}
        message={texts.restoreMessage}
        confirm={texts.restore}
        mutation={restore}
        variables={undefined}
        onDone={({ message }) => notifications.show({ message, color: 'green' })}
      />
    </>
  );
}
