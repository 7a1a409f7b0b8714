import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type Icon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';

import { useKeys } from '@/components/keyboard/use-keys';
import { type Neighbour, useNeighbours } from '@/features/people/neighbours';
import { formatNumber } from '@/lib/numbers';
import { personTexts } from '@/texts/person';

const texts = personTexts.neighbours;

/** To the person before and after this one, of the list that somebody came from; the keys k and j lead there, too. */
export function NeighbourLinks({ id }: { id: number }) {
  const neighbours = useNeighbours(id);
  const navigate = useNavigate();
  const go = (to: Neighbour | undefined) => {
    if (to === undefined) return;
    void navigate({
      to: '/leden/$personId',
      params: { personId: to.id },
      state: { peopleSearch: to.search },
    });
  };
  useKeys({ j: () => go(neighbours?.next), k: () => go(neighbours?.previous) });
  if (neighbours === undefined) return null;
  const { place, total, previous, next } = neighbours;
  return (
    <Group component="nav" gap={4} wrap="nowrap" aria-label={texts.title} data-print="never">
      <Text size="sm" c="dimmed" mr={4}>
        {texts.place(formatNumber(place), formatNumber(total))}
      </Text>
      <Arrow to={previous} label={texts.previous} icon={IconChevronLeft} />
      <Arrow to={next} label={texts.next} icon={IconChevronRight} />
    </Group>
  );
}

interface ArrowProps {
  to: Neighbour | undefined;
  label: string;
  icon: Icon;
}

function Arrow({ to, label, icon: ArrowIcon }: ArrowProps) {
  const icon = <ArrowIcon size={18} aria-hidden />;
  if (to === undefined) {
    return (
      <ActionIcon variant="default" size="lg" aria-label={label} disabled>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      renderRoot={(props: object) => (
        <Link
          {...props}
          to="/leden/$personId"
          params={{ personId: to.id }}
          state={{ peopleSearch: to.search }}
          preload={false}
        />
      )}
    >
      {icon}
    </ActionIcon>
  );
}
