import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { relativesQuery } from '@/api/people/queries';
import type { PersonFields } from '@/api/types';
import { ReachList } from '@/components/reach/ReachList';
import { waysOf } from '@/components/reach/reach';
import { AnchorLink } from '@/components/links';
import { ageOn } from '@/lib/dates';
import { reachTexts as texts } from '@/texts/reach';

import { fullName } from '../name';
import { parentsOf, relatedIds } from '../relations';

const adult = 18;

/** How to reach somebody: of a minor the parents first. */
export function ReachView({ fields }: { fields: PersonFields }) {
  const age = ageOn(fields.birthdate, new Date());
  const parents = age !== undefined && age < adult ? parentsOf(fields.relationships) : [];
  const own = waysOf(fields.contact_info);
  if (own.length + parents.length === 0) return <Text c="dimmed">{texts.nothing}</Text>;
  return (
    <Stack gap="md">
      {parents.map(({ related_person: id, person_name: name, relationship_name }) => (
        <Block
          key={id}
          title={
            <>
              <AnchorLink to="/leden/$personId" params={{ personId: id }} preload={false} inherit>
                {name}
              </AnchorLink>{' '}
              <Text span inherit c="dimmed" fw={400}>
                {relationship_name.toLocaleLowerCase('nl-NL')}
              </Text>
            </>
          }
        >
          <ParentWays relationships={fields.relationships} id={id} name={name} />
        </Block>
      ))}
      {parents.length === 0 ? (
        <ReachList name={fullName(fields)} contacts={own} />
      ) : (
        own.length > 0 && (
          <Block title={texts.own}>
            <ReachList name={fullName(fields)} contacts={own} />
          </Block>
        )
      )}
    </Stack>
  );
}

interface ParentWaysProps {
  relationships: PersonFields['relationships'];
  id: number;
  name: string;
}

function ParentWays({ relationships, id, name }: ParentWaysProps) {
  // The same question as that of the relations: it is asked once.
  const relatives = useQuery(relativesQuery(relatedIds(relationships)));
  const contacts = relatives.data?.find((relative) => relative.id === id)?.contacts ?? [];
  if (relatives.data !== undefined && waysOf(contacts).length === 0) {
    return <Text c="dimmed">{texts.nothingOfParent}</Text>;
  }
  return <ReachList name={name} contacts={contacts} />;
}

function Block({ title, children }: { title: React.ReactNode; children: React.ReactNode }) {
  return (
    <div>
      <Title order={3} mb={2}>
        {title}
      </Title>
      {children}
    </div>
  );
}
