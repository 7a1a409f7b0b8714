import { Select, SimpleGrid, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { useSaveRelationshipType } from '@/api/terms';
import type { RelationshipType } from '@/api/types';
import { TermDialog } from '@/components/TermDialog';
import { relationshipTypeTexts as texts } from '@/texts/settings-admin';

import { formsOf, groupOf } from './relation-forms';

interface RelationshipTypeDialogProps {
  /** Without it, a new one. */
  type: RelationshipType | undefined;
  types: readonly RelationshipType[];
  onClose: () => void;
}

/** A relationship type has an opposite, and may have a form for each gender. */
export default function RelationshipTypeDialog(props: RelationshipTypeDialogProps) {
  const { type, types, onClose } = props;
  const save = useSaveRelationshipType();
  return (
    <TermDialog
      title={type === undefined ? texts.add : texts.editTitle}
      texts={texts}
      initialValues={{
        name: type?.name ?? '',
        inverse_relationship_type: type?.acf.inverse_relationship_type ?? 0,
        is_gender_dependent: type?.acf.is_gender_dependent ?? false,
        gender_dependent_group: type?.acf.gender_dependent_group ?? '',
      }}
      save={save}
      toVariables={({ name, ...acf }) => ({ id: type?.id, values: { name, acf } })}
      onClose={onClose}
    >
      {({ values, errors, setFieldValue, getInputProps }) => (
        <>
          <Select
            label={texts.inverse}
            description={texts.inverseHint}
            searchable
            clearable
            placeholder={texts.noInverse}
            clearButtonProps={{ 'aria-label': texts.noInverse }}
            data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={
              values.inverse_relationship_type === 0
                ? null
                : String(values.inverse_relationship_type)
            }
            onChange={(chosen) => setFieldValue('inverse_relationship_type', Number(chosen))}
            error={errors.inverse_relationship_type}
          />
          <Switch
            label={texts.genderDependent}
            description={texts.genderDependentHint}
            {...getInputProps('is_gender_dependent', { type: 'checkbox' })}
          />
          {values.is_gender_dependent && (
            <GenderForms
              types={type === undefined ? [] : types}
              group={values.gender_dependent_group}
              onChange={(group) => setFieldValue('gender_dependent_group', group)}
              error={errors.gender_dependent_group}
            />
          )}
        </>
      )}
    </TermDialog>
  );
}

interface GenderFormsProps {
  /** Empty for a type that is not there yet: it can't be one of its own forms. */
  types: readonly RelationshipType[];
  group: string;
  onChange: (group: string) => void;
  error: ReactNode;
}

function GenderForms({ types, group, onChange, error }: GenderFormsProps) {
  const known = formsOf(group, types);
  const [chosen, setChosen] = useState({ woman: known?.woman, man: known?.man });
  if (types.length === 0) return <Text c="dimmed">{texts.formsLater}</Text>;
  const choose = (which: 'woman' | 'man', id: string | null) => {
    const next = { ...chosen, [which]: types.find((type) => String(type.id) === id) };
    setChosen(next);
    const { woman, man } = next;
    onChange(woman && man ? groupOf({ woman, man }) : '');
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {(['woman', 'man'] as const).map((which) => (
        <Select
          key={which}
          label={texts[which]}
          searchable
          data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen[which] === undefined ? null : String(chosen[which].id)}
          onChange={(id) => choose(which, id)}
          error={which === 'woman' && error}
        />
      ))}
    </SimpleGrid>
  );
}
