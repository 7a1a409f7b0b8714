import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import type { ContactEntry, RelationEntry } from '@/api/types';
import { AnchorLink } from '@/components/links';
import { ReachList } from '@/components/reach/ReachList';
import { waysOf } from '@/components/reach/reach';
import { reachableTexts as texts } from '@/texts/reachable';

export interface Parent {
  relation: RelationEntry;
  /** Undefined while they are asked for. */
  contacts: readonly ContactEntry[] | undefined;
}

/** How a minor is reached through the parents; the own ways stand below it. */
export function ParentsReach({ parents, own }: { parents: readonly Parent[]; own: boolean }) {
  return (
    <Stack gap="md" mb={own ? 'md' : undefined}>
      {parents.map(({ relation, contacts }) => {
        const { related_person: id, person_name: name, relationship_name } = relation;
        return (
          <div key={id}>
            <Heading>
              <AnchorLink to="/leden/$personId" params={{ personId: id }} preload={false} inherit>
                {name}
              </AnchorLink>{' '}
              <Text span inherit c="dimmed" fw={400}>
                {relationship_name.toLocaleLowerCase('nl-NL')}
              </Text>
            </Heading>
            {contacts !== undefined && waysOf(contacts).length === 0 ? (
              <Text c="dimmed">{texts.nothingOfParent}</Text>
            ) : (
              <ReachList name={name} contacts={contacts ?? []} />
            )}
          </div>
        );
      })}
      {own && <Heading>{texts.own}</Heading>}
    </Stack>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <Title order={3} mb={2}>
      {children}
    </Title>
  );
}
