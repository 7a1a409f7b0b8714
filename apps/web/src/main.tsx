import './theme/global.css';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { forgetSession, sessionQuery } from '@/api/session';
import { createQueryClient } from '@/app/query-client';
import { createAppRouter } from '@/app/router';
import { keepShell } from '@/app/shell-worker';
import { watchLostFiles } from '@/components/lazy-part';
import { Notices } from '@/components/Notices';
import { watchErrors } from '@/lib/page-errors';
import { hasTyped } from '@/lib/unsaved';
import { colorSchemeManager } from '@/theme/color-scheme';
import { cssVariablesResolver, theme } from '@/theme/theme';
import { ThemeStyles } from '@/theme/ThemeStyles';

watchErrors();
watchLostFiles();
keepShell();

const queryClient = createQueryClient({
  onSignedOut: () => {
    // A list that is still open asks once more while the page is leaving: it must not take the notice away.
    if (router.latestLocation.pathname === '/aanmelden') return;
    const terug = router.state.location.href;
    forgetSession(queryClient);
    // eslint-disable-next-line no-restricted-syntax -- outside of the page there are no hooks
    void router.navigate({ to: '/aanmelden', search: { terug }, ignoreBlocker: true });
  },
  onFactorAsked: (byChange) => {
    if (router.latestLocation.pathname === '/tweestaps') return;
    // Nobody who types is led away unasked: what they do next leads there.
    if (!byChange && hasTyped()) return;
    const terug = router.state.location.href;
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (me) => me && { ...me, enrolls: true as const },
    );
    void router.navigate({ to: '/tweestaps', search: { terug } });
  },
});

const router = createAppRouter(queryClient);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <ThemeStyles />
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
