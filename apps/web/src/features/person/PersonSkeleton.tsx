import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';

import { commonTexts } from '@/texts/common';

import classes from '@/components/cards/Cards.module.css';

export function PersonSkeleton() {
  return (
    <Stack gap="lg" role="status">
      <VisuallyHidden>{commonTexts.loading}</VisuallyHidden>
      <Group wrap="nowrap">
        <Skeleton circle height={72} flex="none" />
        <Stack gap="xs" flex={1}>
          <Skeleton height={26} width="40%" miw="10rem" />
          <Skeleton height={14} width="25%" miw="8rem" />
        </Stack>
      </Group>
      <div className={classes.columns}>
        {[160, 220, 120, 180].map((height) => (
          <div key={height} className={classes.waiting}>
            <Skeleton height={16} width="30%" mb="md" />
            <Skeleton height={height - 60} />
          </div>
        ))}
      </div>
    </Stack>
  );
}
