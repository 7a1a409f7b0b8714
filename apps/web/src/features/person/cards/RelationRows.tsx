import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';

import { relationshipTypesQuery } from '@/api/terms';
import type { PersonFields, RelationEntry } from '@/api/types';
import { RowsEditor } from '@/components/cards/RowsEditor';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { PersonSelect } from '../PersonSelect';

const texts = personTexts.relations;

const newRelation: RelationEntry = {
  related_person: 0,
  relationship_type: 0,
  relationship_label: '',
  person_name: '',
  person_thumbnail: '',
  relationship_name: '',
  relationship_slug: '',
};

interface RelationRowsProps {
  form: UseFormReturnType<Pick<PersonFields, 'relationships'>>;
  /** Whose relations these are. */
  without: number;
}

/** The inputs of the relations; they bring their own script, and ask for the kinds of relations when first shown. */
export default function RelationRows({ form, without }: RelationRowsProps) {
  const types = useQuery(relationshipTypesQuery);
  const { relationships } = form.values;
  const taken = [without, ...relationships.map(({ related_person }) => related_person)];

  const change = (index: number, change: Partial<RelationEntry>) => {
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
            {isKnown(relation) ? (
              <Text fw={600}>{relation.person_name || texts.hidden}</Text>
            ) : (
              <PersonSelect
                label={texts.who}
                without={taken}
                onChoose={({ id, name, thumbnail }) => {
                  change(index, {
                    related_person: id,
                    person_name: name,
                    person_thumbnail: thumbnail,
                  });
                  form.clearFieldError(`relationships.${index}.related_person`);
                }}
                error={form.errors[`relationships.${index}.related_person`]}
              />
            )}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Select
                label={texts.relation}
                searchable
                placeholder={texts.choose}
                openOnFocus={false}
                nothingFoundMessage={types.isPending ? commonTexts.loading : texts.nothing}
                allowDeselect={false}
                data={choices(types.data ?? [], relation)}
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

const isKnown = ({ related_person }: RelationEntry) => related_person !== 0;

/** The kinds of relations, and the row's own when the list does not have it (yet). */
function choices(types: readonly { id: number; name: string }[], relation: RelationEntry) {
  const { relationship_type: id, relationship_name } = relation;
  const own =
    id !== 0 && !types.some((type) => type.id === id)
      ? [{ id, name: relationship_name || texts.type(id) }]
      : [];
  return [...own, ...types].map(({ id: value, name }) => ({ value: String(value), label: name }));
}
