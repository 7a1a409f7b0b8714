import { Select, Switch, TextInput } from '@mantine/core';

import { useSaveRelationshipType } from '@/api/terms';
import type { RelationshipType } from '@/api/types';
import { relationshipTypeTexts as texts } from '@/texts/settings-admin';

import { TermDialog } from './TermDialog';

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
            <TextInput
              label={texts.group}
              description={texts.groupHint}
              autoComplete="off"
              {...getInputProps('gender_dependent_group')}
            />
          )}
        </>
      )}
    </TermDialog>
  );
}
