import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';

import cards from '@/components/cards/Cards.module.css';
import { commonTexts } from '@/texts/common';

export function GroupSkeleton() {
  return (
    <Stack gap="lg" role="status">
      <VisuallyHidden>{commonTexts.loading}</VisuallyHidden>
      <Group wrap="nowrap">
        <Skeleton height={72} width={72} flex="none" />
        <Skeleton height={26} width="40%" miw="10rem" />
      </Group>
      <div className={cards.columns}>
        {[260, 200].map((height) => (
          <div key={height} className={cards.waiting}>
            <Skeleton height={16} width="30%" mb="md" />
            <Skeleton height={height} />
          </div>
        ))}
      </div>
    </Stack>
  );
}
