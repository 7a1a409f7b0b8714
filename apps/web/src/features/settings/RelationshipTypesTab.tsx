import { Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import {
  relationshipTypesQuery,
  useDeleteRelationshipType,
  useRestoreRelationshipTypes,
} from '@/api/terms';
import type { RelationshipType } from '@/api/types';
import { commonTexts } from '@/texts/common';
import { relationshipTypeTexts as texts } from '@/texts/settings-admin';

import { formsOf } from './relation-forms';
import { ConfirmButton } from './ConfirmButton';
import { RowButton } from './RowButton';
import { SettingsCard } from './SettingsCard';
import { SettingsList, SettingsRow } from './SettingsList';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';

const RelationshipTypeDialog = lazyPart(() => import('./RelationshipTypeDialog'));

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
      <SettingsList query={types} empty={texts.empty}>
        {(type, list) => (
          <TypeRow key={type.id} type={type} types={list} onEdit={() => setEdited(type)} />
        )}
      </SettingsList>
      <Part onGiveUp={() => setEdited(undefined)}>
        {edited !== undefined && (
          <RelationshipTypeDialog
            type={edited === 'new' ? undefined : edited}
            types={types.data ?? []}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Part>
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
  const remove = useDeleteRelationshipType();
  return (
    <SettingsRow title={name} about={about(type, types)}>
      <RowButton
        label={commonTexts.edit}
        name={texts.edit(name)}
        icon={IconPencil}
        onClick={onEdit}
      />
      <ConfirmButton
        label={texts.removeConfirm}
        name={texts.remove(name)}
        icon={IconTrash}
        title={texts.removeTitle(name)}
        message={texts.removeMessage}
        confirm={texts.removeConfirm}
        mutation={remove}
        variables={id}
        done={() => texts.removed(name)}
      />
    </SettingsRow>
  );
}

function about({ id, acf }: RelationshipType, types: readonly RelationshipType[]): string {
  const inverse = types.find((type) => type.id === acf.inverse_relationship_type);
  const forms = formsOf(acf.gender_dependent_group, types);
  const byGender = forms ? texts.forms(forms.woman.name, forms.man.name) : texts.byGender;
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
  const restore = useRestoreRelationshipTypes();
  return (
    <ConfirmButton
      label={texts.restore}
      title={texts.restoreTitle}
      message={texts.restoreMessage}
      confirm={texts.restore}
      mutation={restore}
      variables={undefined}
      done={({ message }) => message}
    />
  );
}
