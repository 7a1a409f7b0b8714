import { Avatar, Badge, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconHierarchy3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { type Relative, relativesQuery } from '@/api/people/queries';
import type { Person, PersonFields, RelationEntry } from '@/api/types';
import cards from '@/components/cards/Cards.module.css';
import { EditableCard } from '@/components/cards/EditableCard';
import { FormerBadge } from '@/components/FormerBadge';
import { AnchorLink } from '@/components/links';
import { ageOn } from '@/lib/dates';
import { picturePath } from '@/lib/pictures';
import { personTexts } from '@/texts/person';

import { relatedIds, sortRelations } from '../relations';
import { usePersonEditor } from '../use-person-editor';
import { lazyPart } from '@/components/lazy-part';

const RelationRows = lazyPart(() => import('./RelationRows'), 'soon');

const texts = personTexts.relations;

const read = ({ relationships }: PersonFields) => ({ relationships });

type Values = ReturnType<typeof read>;

/** A row that was added and left empty. */
const isBegun = ({ related_person, relationship_label }: RelationEntry) =>
  related_person !== 0 || relationship_label.trim() !== '';

const tidy = ({ relationships }: Values): Values => ({
  relationships: relationships.filter(isBegun),
});

export function RelationsCard({ person }: { person: Person }) {
  const form = useForm<Values>({
    initialValues: read(person.acf),
    validate: {
      relationships: {
        related_person: (value, values, path) =>
          value === 0 && isBegun(rowOf(values, path)) ? texts.personMissing : null,
        relationship_type: (value, values, path) =>
          value === 0 && isBegun(rowOf(values, path)) ? texts.typeMissing : null,
      },
    },
  });
  const editor = usePersonEditor({ person, form, read, tidy });
  return (
    <EditableCard
      title={texts.title}
      icon={IconHierarchy3}
      editor={editor}
      view={<RelationsView relations={person.acf.relationships} />}
    >
      <RelationRows form={form} without={person.id} />
    </EditableCard>
  );
}

const rowOf = ({ relationships }: Values, path: string): RelationEntry => {
  const row = relationships[Number(path.split('.')[1])];
  if (row === undefined) throw new Error(`no relation at ${path}`);
  return row;
};

function RelationsView({ relations }: { relations: readonly RelationEntry[] }) {
  const ids = relatedIds([...relations]);
  const relatives = useQuery({ ...relativesQuery(ids), enabled: ids.length > 0 });
  if (relations.length === 0) return <Text c="dimmed">{texts.empty}</Text>;

  const known = new Map(relatives.data?.map((relative) => [relative.id, relative]));
  const birthdates = new Map(relatives.data?.map(({ id, birthdate }) => [id, birthdate]));
  return (
    <ul className={cards.entries}>
      {sortRelations(relations, birthdates).map((relation, index) => (
        <RelationLine key={index} relation={relation} about={known.get(relation.related_person)} />
      ))}
    </ul>
  );
}

interface RelationLineProps {
  relation: RelationEntry;
  about: Relative | undefined;
}

function RelationLine({ relation, about }: RelationLineProps) {
  const { related_person, person_name, person_thumbnail } = relation;
  const visible = person_name !== '';
  const details = [
    relation.relationship_name || texts.type(relation.relationship_type),
    relation.relationship_label,
    about === undefined || about.deceased ? '' : ageText(about.birthdate),
  ];
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <Avatar
        src={picturePath(person_thumbnail)}
        name={visible ? person_name : undefined}
        alt=""
        size={36}
        color="club"
        aria-hidden
      />
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
