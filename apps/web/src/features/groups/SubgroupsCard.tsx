import { Stack, Text } from '@mantine/core';
import { IconHierarchy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { groupRowsQuery } from '@/api/groups/queries';
import type { GroupKind } from '@/api/groups/names';
import cards from '@/components/cards/Cards.module.css';
import { SectionCard } from '@/components/cards/SectionCard';
import { ListState } from '@/components/ListState';
import { compareNames } from '@/lib/compare';
import { groupTexts } from '@/texts/groups';

import { GroupLink } from './GroupLink';

/** The groups right below this one. */
export function SubgroupsCard({ kind, id }: { kind: GroupKind; id: number }) {
  const texts = groupTexts.kinds[kind];
  const below = useQuery(groupRowsQuery(kind, id));
  return (
    <SectionCard title={texts.parts} icon={IconHierarchy}>
      <ListState query={below}>
        {(groups) =>
          groups.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.noParts}
            </Text>
          ) : (
            <Stack component="ul" gap={4} className={cards.entries}>
              {[...groups]
                .sort((a, b) => compareNames(a.name, b.name))
                .map((group) => (
                  <li key={group.id}>
                    <GroupLink kind={kind} id={group.id}>
                      {group.name}
                    </GroupLink>
                  </li>
                ))}
            </Stack>
          )
        }
      </ListState>
    </SectionCard>
  );
}
