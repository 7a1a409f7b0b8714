import { ActionIcon, Fieldset, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';

import { type Newcomer, newcomerOf, type RelationRow } from '@/features/person/newcomer';
import { PersonSelect } from '@/features/person/PersonSelect';
import { checkContact } from '@/lib/check-contact';
import { ageOn } from '@/lib/dates';
import { newPersonTexts } from '@/texts/new-person';

const { parents: texts, createFields: labels } = newPersonTexts;

/** A parent of somebody who is being added: known by now, or new as well. */
export interface ParentRow {
  id: number;
  name: string;
  newcomer?: Newcomer;
}

const adult = 18;

export function isMinor(birthdate: string): boolean {
  const age = ageOn(birthdate, new Date());
  return age !== undefined && age < adult;
}

/** The row of the child's relations that a parent is. */
export const relationTo = (
  { id, name, newcomer }: ParentRow,
  type: { id: number; name: string; slug: string },
): RelationRow => ({
  related_person: id,
  relationship_type: type.id,
  relationship_label: '',
  person_name: name,
  person_thumbnail: '',
  relationship_name: type.name,
  relationship_slug: type.slug,
  ...(newcomer !== undefined && { newcomer }),
});

const inputs = ['first_name', 'infix', 'last_name', 'mobile', 'email'] as const;

/** What is wrong with those who are new, by their inputs. */
export const parentProblems = (parents: readonly ParentRow[]): FormErrors =>
  Object.fromEntries(
    parents.flatMap(({ newcomer }, index) => {
      if (newcomer === undefined) return [];
      const problems = {
        first_name: newcomer.first_name.trim() === '' ? newPersonTexts.firstNameMissing : undefined,
        mobile: checkContact('mobile', newcomer.mobile).problem,
        email: checkContact('email', newcomer.email).problem,
      };
      return Object.entries(problems)
        .filter(([, problem]) => problem !== undefined)
        .map(([field, problem]) => [`parents.${index}.${field}`, problem]);
    }),
  );

interface NewParentsProps {
  parents: readonly ParentRow[];
  errors: FormErrors;
  onChange: (parents: ParentRow[]) => void;
}

/** The parents of a child who is being added. The chooser stays ready for the next one. */
export function NewParents({ parents, errors, onChange }: NewParentsProps) {
  const [chosen, setChosen] = useState(0);
  const add = (row: ParentRow) => {
    onChange([...parents, row]);
    setChosen((count) => count + 1);
  };
  return (
    <Fieldset legend={texts.title} p="sm">
      <Stack gap="sm">
        {parents.map((row, index) => (
          <Parent
            key={row.newcomer?.key ?? row.id}
            row={row}
            errorOf={(field) => errors[`parents.${index}.${field}`]}
            onChange={(newcomer) => onChange(parents.with(index, { ...row, newcomer }))}
            onRemove={() => onChange(parents.toSpliced(index, 1))}
          />
        ))}
        <PersonSelect
          key={chosen}
          label={parents.length === 0 ? texts.who : texts.next}
          without={parents.map(({ id }) => id)}
          onChoose={({ id, name }) => add({ id, name })}
          onNew={(name) => add({ id: 0, name, newcomer: newcomerOf(name) })}
        />
      </Stack>
    </Fieldset>
  );
}

interface ParentProps {
  row: ParentRow;
  errorOf: (field: string) => FormErrors[string];
  onChange: (newcomer: Newcomer) => void;
  onRemove: () => void;
}

function Parent({ row, errorOf, onChange, onRemove }: ParentProps) {
  const { name, newcomer } = row;
  return (
    <Stack gap={4} role="group" aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.remove(name)}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {newcomer !== undefined && (
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
          {inputs.map((field) => (
            <TextInput
              key={field}
              label={labels[field]}
              size="xs"
              type={field === 'email' ? 'email' : field === 'mobile' ? 'tel' : 'text'}
              // The name is there already.
              // eslint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody asked for it
              autoFocus={field === 'mobile'}
              autoComplete="off"
              value={newcomer[field]}
              onChange={({ currentTarget }) =>
                onChange({ ...newcomer, [field]: currentTarget.value })
              }
              error={errorOf(field)}
            />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
