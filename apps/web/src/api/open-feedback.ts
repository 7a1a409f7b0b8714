import { queryOptions } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';

/** How much feedback is not at its end: of all for administrators, else of what the user reported. */
export const openFeedbackQuery = queryOptions({
  queryKey: keys.feedback.open,
  queryFn: async ({ signal }) => {
    const query = { status: 'open', per_page: 1 } as const;
    const asked = api.GET('/club/v1/feedback', { params: { query }, signal });
    await take(asked);
    return Number((await asked).response.headers.get('X-WP-Total') ?? 0);
  },
  refetchInterval: 5 * 60_000,
  refetchOnWindowFocus: 'always',
});
