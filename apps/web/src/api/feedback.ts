import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';

import { api, take, takePage } from './client';
import { still } from './if-match';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import { fileBody } from './media';
import type { FeedbackChange, FeedbackItem, FeedbackQuery } from './types';

const perPage = 50;

/** What was reported, as far as it was asked for. */
export const feedbackQuery = (
  filter: Pick<FeedbackQuery, 'status' | 'type' | 'priority' | 'orderby'>,
) =>
  infiniteQueryOptions({
    queryKey: keys.feedback.list(filter),
    queryFn: ({ pageParam, signal }) =>
      takePage(
        api.GET('/club/v1/feedback', {
          params: { query: { ...filter, page: pageParam, per_page: perPage } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
  });

const of = (id: number) => ({ params: { path: { id } } });

export const feedbackItemQuery = (id: number) =>
  queryOptions({
    queryKey: keys.feedback.one(id),
    queryFn: ({ signal }) => take(api.GET('/club/v1/feedback/{id}', { ...of(id), signal })),
  });

export const feedbackThreadQuery = (id: number) =>
  queryOptions({
    queryKey: keys.feedback.thread(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/feedback/{id}/comments', { ...of(id), signal })),
  });

/** All that the agent is told of an item. */
export const feedbackBriefQuery = (id: number) =>
  queryOptions({
    queryKey: keys.feedback.brief(id),
    queryFn: ({ signal }) => take(api.GET('/club/v1/feedback/{id}/brief', { ...of(id), signal })),
  });

interface Report {
  body: FeedbackChange;
  /** Makes the picture that goes along. */
  picture: (() => Promise<File>) | undefined;
}

/** Reports something. When the picture alone can't be made, or is refused, the rest is reported all the same. */
export function useReport() {
  const onSettled = useMakeStale(staleAfter.feedback());
  return useMutation({
    mutationFn: async ({ body, picture }: Report) => {
      const made = await picture?.().then(
        (file) => ({ file }),
        (lost: unknown) => ({ lost }),
      );
      const item = await take(api.POST('/club/v1/feedback', { body }));
      if (made === undefined || 'lost' in made) return { item, lost: made?.lost };
      const sent = take(
        api.POST('/club/v1/feedback/{id}/screenshots', { ...of(item.id), ...fileBody(made.file) }),
      );
      return sent.then(
        (shown) => ({ item: shown, lost: undefined }),
        (lost: unknown) => ({ item, lost }),
      );
    },
    onSettled,
  });
}

interface Change {
  item: Pick<FeedbackItem, 'id' | 'etag'>;
  body: FeedbackChange;
}

/** Changes an item as it stood when the user decided. */
export function useChangeFeedback() {
  const onSettled = useMakeStale(staleAfter.feedback());
  return useMutation({
    mutationFn: ({ item: { id, etag }, body }: Change) =>
      take(api.PUT('/club/v1/feedback/{id}', { params: still(id, etag), body })),
    onSettled,
  });
}

export function useRemoveFeedback() {
  const onSettled = useMakeStale(staleAfter.feedback());
  return useMutation({
    mutationFn: ({ id, etag }: Change['item']) =>
      take(api.DELETE('/club/v1/feedback/{id}', { params: still(id, etag) })),
    onSettled,
  });
}

export function useAddFeedbackComment(id: number) {
  const onSettled = useMakeStale(staleAfter.feedback());
  return useMutation({
    mutationFn: (content: string) =>
      take(
        api.POST('/club/v1/feedback/{id}/comments', {
          ...of(id),
          body: { content, author_type: 'user' },
        }),
      ),
    onSettled,
  });
}
