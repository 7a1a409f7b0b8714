import { Text } from '@mantine/core';
import { IconHome } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { householdQuery } from '@/api/household';
import cards from '@/components/cards/Cards.module.css';
import { SectionCard } from '@/components/cards/SectionCard';
import { FormerBadge } from '@/components/FormerBadge';
import { AnchorLink } from '@/components/links';
import { RoundPicture } from '@/components/picture/RoundPicture';
import { picturePath } from '@/lib/pictures';
import { householdTexts as texts } from '@/texts/household';

import { initialsOf } from '@/lib/names';

/** Who lives with a person. Those who are a relation alone stand on the card of relations; without housemates it takes no room. */
export default function HouseholdCard({ person }: { person: number }) {
  const { data = [] } = useQuery(householdQuery(person));
  if (!data.some(({ same_address: together }) => together)) return null;
  return (
    <SectionCard title={texts.title} icon={IconHome}>
      <ul className={cards.entries}>
        {data.map(({ id, name, thumbnail, former_member: former, same_address, related }) => (
          <li key={id} className={cards.entry}>
            <RoundPicture src={picturePath(thumbnail)} size={28}>
              {initialsOf(name)}
            </RoundPicture>
            <span>
              <AnchorLink to="/leden/$personId" params={{ personId: id }} preload={false} inherit>
                {name}
              </AnchorLink>{' '}
              {former && <FormerBadge />}
              <Text component="span" display="block" size="xs" c="dimmed">
                {texts.how(same_address, related)}
              </Text>
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
