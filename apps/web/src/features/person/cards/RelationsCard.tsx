import { Avatar, Badge, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconHierarchy3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useCreatePerson, useUpdatePerson } from '@/api/people/mutations';
import { type Relative, relativesQuery } from '@/api/people/queries';
import type { Person, PersonFields, RelationEntry } from '@/api/types';
import cards from '@/components/cards/Cards.module.css';
import { EditableCard } from '@/components/cards/EditableCard';
import { useCardEditor } from '@/components/cards/use-card-editor';
import { FormerBadge } from '@/components/FormerBadge';
import { AnchorLink } from '@/components/links';
import { isEmail } from '@/lib/check-contact';
import { ageOn } from '@/lib/dates';
import { picturePath } from '@/lib/pictures';
import { contactTexts } from '@/texts/contact';
import { personTexts } from '@/texts/person';

import { initialsOf } from '@/lib/names';
import { type RelationRow, settled } from '../newcomer';
import { relatedIds, roleOf, sortRelations } from '../relations';
import { lazyPart } from '@/components/lazy-part';

const RelationRows = lazyPart(() => import('./RelationRows'), 'soon');

const texts = personTexts.relations;

interface Values {
  relationships: RelationRow[];
}

const read = ({ relationships }: PersonFields): Values => ({ relationships });

/** Not a row that was added and left empty. */
const isBegun = ({ related_person, relationship_label, newcomer }: RelationRow) =>
  related_person !== 0 || newcomer !== undefined || relationship_label.trim() !== '';

function problemsOf(row: RelationRow): Record<string, string> {
  if (!isBegun(row)) return {};
  const { related_person, relationship_type, newcomer } = row;
  return {
    ...(related_person === 0 && newcomer === undefined && { related_person: texts.personMissing }),
    ...(relationship_type === 0 && { relationship_type: texts.typeMissing }),
    ...(newcomer?.first_name.trim() === '' && {
      'newcomer.first_name': personTexts.identity.firstNameMissing,
    }),
    ...(newcomer !== undefined &&
      newcomer.email.trim() !== '' &&
      !isEmail(newcomer.email) && { 'newcomer.email': contactTexts.emailInvalid }),
  };
}

const tidy = ({ relationships }: Values): Values => ({
  relationships: relationships.filter(isBegun),
});

export function RelationsCard({ person }: { person: Person }) {
  const form = useForm<Values>({
    initialValues: read(person.acf),
    validate: ({ relationships }) =>
      Object.fromEntries(
        relationships.flatMap((row, index) =>
          Object.entries(problemsOf(row)).map(([key, problem]) => [
            `relationships.${index}.${key}`,
            problem,
          ]),
        ),
      ),
  });
  const update = useUpdatePerson(person.id);
  const create = useCreatePerson();
  const editor = useCardEditor({
    form,
    record: `person-${person.id}`,
    current: read(person.acf),
    etag: person.etag,
    save: async ({ change, before, etag }) => {
      const relationships = await settled(change.relationships ?? [], create.mutateAsync);
      await update.mutateAsync({
        change: { relationships },
        before: { relationships: before.relationships },
        etag,
      });
    },
    tidy,
  });
  return (
    <EditableCard
      title={texts.title}
      icon={IconHierarchy3}
      editor={editor}
      view={<RelationsView fields={person.acf} />}
    >
      <RelationRows form={form} of={{ id: person.id, name: person.acf.first_name }} />
    </EditableCard>
  );
}

function RelationsView({ fields }: { fields: PersonFields }) {
  const { relationships: relations, first_name: name } = fields;
  const ids = relatedIds(relations);
  const relatives = useQuery({ ...relativesQuery(ids), enabled: ids.length > 0 });
  if (relations.length === 0) return <Text c="dimmed">{texts.empty}</Text>;

  const known = new Map(relatives.data?.map((relative) => [relative.id, relative]));
  const birthdates = new Map(relatives.data?.map(({ id, birthdate }) => [id, birthdate]));
  return (
    <ul className={cards.entries}>
      {sortRelations(relations, birthdates).map((relation, index) => (
        <RelationLine
          key={index}
          relation={relation}
          name={name}
          about={known.get(relation.related_person)}
        />
      ))}
    </ul>
  );
}

interface RelationLineProps {
  relation: RelationEntry;
  /** Whose relation it is. */
  name: string;
  about: Relative | undefined;
}

function RelationLine({ relation, name, about }: RelationLineProps) {
  const { related_person, person_name, person_thumbnail } = relation;
  const visible = person_name !== '';
  const details = [
    roleOf(relation, name),
    relation.relationship_label,
    about === undefined || about.deceased ? '' : ageText(about.birthdate),
  ];
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <Avatar src={picturePath(person_thumbnail)} alt="" size={36} color="club" aria-hidden>
        {visible && initialsOf(person_name)}
      </Avatar>
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          {visible ? (
            <AnchorLink
              to="/leden/$personId"
              params={{ personId: related_person }}
              preload={false}
              inherit
            >
              {person_name}
            </AnchorLink>
          ) : (
            <Text inherit c="dimmed">
              {texts.hidden}
            </Text>
          )}
          {about?.former === true && <FormerBadge />}
          {about?.deceased === true && (
            <Badge variant="default" size="sm">
              {personTexts.deceased}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {details.filter((part) => part !== '').join(' · ')}
        </Text>
      </Stack>
    </Group>
  );
}

function ageText(birthdate: string): string {
  const age = ageOn(birthdate, new Date());
  return age === undefined ? '' : personTexts.age(age);
}
