import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { ReachTo } from './people/addresses';
import type { PeopleSelection } from './people/wire';
import type { MessageFile } from './types';

/** To whom a message goes: people, or whoever comes to a shift. */
export type MessageReaders = PeopleSelection | { readonly shift: number };

const whoOf = (who: MessageReaders) => ('ids' in who ? { people: [...who.ids] } : who);

/** To how many addresses a message would go, and whom nobody reaches. Nothing is sent. */
export const messagePreviewQuery = (who: MessageReaders, to: ReachTo) =>
  queryOptions({
    queryKey: keys.messages.preview(who, to),
    queryFn: ({ signal }) =>
      take(api.POST('/club/v1/messages', { body: { ...whoOf(who), to, dry_run: true }, signal })),
    staleTime: 0,
  });

const lookAgain = 1500;

/** What became of a message; it is looked at until all of it is sent. */
export const messageQuery = (id: number) =>
  queryOptions({
    queryKey: keys.messages.one(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/messages/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'done' ? false : lookAgain),
  });

export interface NewMessage {
  who: MessageReaders;
  to: ReachTo;
  subject: string;
  content: string;
  attachments: MessageFile[];
  /** Names the deed: sent twice, it is done once. */
  request: string;
}

export function useSendMessage() {
  const onSettled = useMakeStale(staleAfter.message());
  return useMutation({
    mutationFn: ({ who, request, ...letter }: NewMessage) =>
      take(
        api.POST('/club/v1/messages', {
          body: { ...whoOf(who), ...letter, request_id: request },
        }),
      ),
    onSettled,
  });
}
