import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { KeptMail } from './types';

const most = 100;

const onItsWay = ({ state }: KeptMail) => state === 'waiting' || state === 'sending';

/** The last mails, or the last ones in some state, the newest first. */
export const mailsQuery = (state?: KeptMail['state']) =>
  queryOptions({
    queryKey: keys.mails.in(state),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/mails', { params: { query: { per_page: most, state } }, signal })),
    staleTime: 0,
    // What is on its way is looked at again.
    refetchInterval: ({ state: { data } }) => (data?.some(onItsWay) ? 3000 : false),
  });

/** Sends one anew that failed, or of which nobody knows. */
export function useSendMail() {
  const onSettled = useMakeStale(staleAfter.mails());
  return useMutation({
    mutationFn: (id: number) =>
      take(api.POST('/club/v1/mails/{id}/send', { params: { path: { id } } })),
    onSettled,
  });
}
