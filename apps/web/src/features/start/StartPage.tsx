import { Stack } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';

import { PageHeader } from '@/components/PageHeader';
import { startTexts as texts } from '@/texts/start';

import { Mentions } from './Mentions';
import { Offers } from './Offers';

/** What the user can do in Clubhuis. */
export function StartPage() {
  const { me } = useRouteContext({ from: '/_signed-in' });
  return (
    <Stack gap="md">
      <PageHeader title={texts.title(me.name)} subtitle={texts.subtitle} />
      <Mentions />
      <Offers me={me} />
    </Stack>
  );
}
