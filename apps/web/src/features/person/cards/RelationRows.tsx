import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';

import { relationshipTypesQuery } from '@/api/terms';
import { RowsEditor } from '@/components/cards/RowsEditor';
import { commonTexts } from '@/texts/common';
import { newPersonTexts } from '@/texts/new-person';
import { personTexts } from '@/texts/person';

import { newcomerOf, type RelationRow } from '../newcomer';
import { PersonSelect } from '../PersonSelect';
import { relationChoices } from '../relations';

const texts = personTexts.relations;

const newRelation: RelationRow = {
  related_person: 0,
  relationship_type: 0,
  relationship_label: '',
  person_name: '',
  person_thumbnail: '',
  relationship_name: '',
  relationship_slug: '',
};

interface RelationRowsProps {
  form: UseFormReturnType<{ relationships: RelationRow[] }>;
  /** Whose relations these are. */
  of: { id: number; name: string };
}

/** The inputs of the relations; they bring their own script, and ask for the kinds of relations when first shown. */
export default function RelationRows({ form, of }: RelationRowsProps) {
  const types = useQuery(relationshipTypesQuery);
  const { relationships } = form.values;
  const taken = [of.id, ...relationships.map(({ related_person }) => related_person)];

  const change = (index: number, change: Partial<RelationRow>) => {
    const before = relationships[index];
    if (before !== undefined)
      form.replaceListItem('relationships', index, { ...before, ...change });
  };
  const chooseType = (index: number, chosen: string | null) => {
    const type = types.data?.find(({ id }) => String(id) === chosen);
    if (type === undefined) return;
    change(index, {
      relationship_type: type.id,
      relationship_name: type.name,
      relationship_slug: type.slug,
    });
    form.clearFieldError(`relationships.${index}.relationship_type`);
  };

  return (
    <RowsEditor
      count={relationships.length}
      rowLabel={texts.row}
      removeLabel={texts.remove}
      onRemove={(index) => form.removeListItem('relationships', index)}
      add={{ label: texts.add, onAdd: () => form.insertListItem('relationships', newRelation) }}
    >
      {(index) => {
        const relation = relationships[index] ?? newRelation;
        return (
          <Stack gap="sm">
            <Who
              form={form}
              index={index}
              relation={relation}
              taken={taken}
              onChange={(change_) => change(index, change_)}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Select
                label={texts.relation(nameOf(relation), of.name)}
                searchable
                placeholder={texts.choose}
                openOnFocus={false}
                nothingFoundMessage={types.isPending ? commonTexts.loading : texts.nothing}
                allowDeselect={false}
                data={relationChoices(types.data ?? [], relation)}
                value={relation.relationship_type === 0 ? null : String(relation.relationship_type)}
                onChange={(chosen) => chooseType(index, chosen)}
                error={form.errors[`relationships.${index}.relationship_type`]}
              />
              <TextInput
                label={texts.label}
                placeholder={texts.labelPlaceholder}
                autoComplete="off"
                {...form.getInputProps(`relationships.${index}.relationship_label`)}
              />
            </SimpleGrid>
          </Stack>
        );
      }}
    </RowsEditor>
  );
}

/** Whom a sentence about a row is about, as far as it is known. */
const nameOf = ({ person_name, newcomer, related_person }: RelationRow): string =>
  newcomer?.first_name.trim() ||
  person_name ||
  (related_person === 0 ? texts.somebody : texts.hidden);

interface WhoProps {
  form: RelationRowsProps['form'];
  index: number;
  relation: RelationRow;
  taken: readonly number[];
  onChange: (change: Partial<RelationRow>) => void;
}

/** Who the other one is: known by now, somebody new, or still to be chosen. */
function Who({ form, index, relation, taken, onChange }: WhoProps) {
  const path = `relationships.${index}` as const;
  if (relation.newcomer !== undefined) {
    const { createFields: labels } = newPersonTexts;
    return (
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {(['first_name', 'infix', 'last_name', 'mobile', 'email'] as const).map((field) => (
          <TextInput
            key={field}
            label={labels[field]}
            required={field === 'first_name'}
            type={field === 'email' ? 'email' : field === 'mobile' ? 'tel' : 'text'}
            autoComplete="off"
            {...form.getInputProps(`${path}.newcomer.${field}`)}
          />
        ))}
      </SimpleGrid>
    );
  }
  if (relation.related_person !== 0) {
    return <Text fw={600}>{relation.person_name || texts.hidden}</Text>;
  }
  const forget = () => form.clearFieldError(`${path}.related_person`);
  return (
    <PersonSelect
      label={texts.who}
      without={taken}
      onChoose={({ id, name, thumbnail }) => {
        onChange({ related_person: id, person_name: name, person_thumbnail: thumbnail });
        forget();
      }}
      onNew={(name) => {
        onChange({ newcomer: newcomerOf(name) });
        forget();
      }}
      error={form.errors[`${path}.related_person`]}
    />
  );
}
