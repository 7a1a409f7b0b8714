import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';

import { NotFound } from '@/components/StatusPage';
import { PageError } from '@/components/PageError';
import { PageLoading } from '@/components/PageLoading';
import type { FeedbackSearch } from '@/features/feedback/route';
import type { GroupsSearch } from '@/features/groups/route';
import type { InvoicesSearch } from '@/features/invoices/route';
import type { PeopleSearch } from '@/features/people/search';
import { routeTree } from '@/routeTree.gen';

import { parseSearch, stringifySearch } from './search-params';

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // TanStack Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }

  /** What one page tells the next one without putting it into the address. */
  interface HistoryState {
    /** Shown above the sign-in form. */
    notice?: string;
    /** How the list stood that a person was opened from, for the way back. */
    peopleSearch?: PeopleSearch;
    /** How the list stood that a team or committee was opened from. */
    groupsSearch?: GroupsSearch;
    /** How the list stood that an invoice was opened from. */
    invoicesSearch?: InvoicesSearch;
    /** An invoice was opened from what waits for the treasurer. */
    fromReview?: boolean;
    /** How the list stood that an item of feedback was opened from. */
    feedbackSearch?: FeedbackSearch;
  }
}
