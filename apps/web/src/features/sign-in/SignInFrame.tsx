import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { useClubName, usePageTitle } from '@/components/page-title';

import classes from './SignInPage.module.css';

interface SignInFrameProps {
  title: string;
  /** Under the card. */
  below?: ReactNode;
  children: ReactNode;
}

/** What the pages look like that nobody has to be signed in for: a card under the club's name. */
export function SignInFrame({ title, below, children }: SignInFrameProps) {
  usePageTitle(title);
  return (
    <main className={classes.page}>
      <Stack gap="lg" className={classes.column}>
        <Stack gap="xs" align="center">
          <span className={classes.mark} />
          <Text className={classes.club}>{useClubName()}</Text>
        </Stack>
        <Paper radius="lg" p={{ base: 'lg', xs: 'xl' }} className={classes.card}>
          <Title order={1} size="h2" ta="center">
            {title}
          </Title>
          {children}
        </Paper>
        {below}
      </Stack>
    </main>
  );
}
