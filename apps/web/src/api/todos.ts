import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';

import { api, take, takePage } from './client';
import { still } from './if-match';
import { keys, staleAfter, useMakeStale } from './keys';
import type { NewTodo, TodoChange } from './types';

export type TodoStatus = 'open' | 'awaiting' | 'completed' | 'all';

const perPage = 50;

/** The user's own todos, and those that were given to them, as far as they were asked for. */
export const todosQuery = (status: TodoStatus) =>
  infiniteQueryOptions({
    queryKey: keys.todos.list(status),
    queryFn: ({ pageParam, signal }) =>
      takePage(
        api.GET('/club/v1/todos', {
          params: { query: { status, page: pageParam, per_page: perPage } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
  });

export function useAddTodo() {
  const settle = useMakeStale(staleAfter.todos());
  return useMutation({
    mutationFn: (body: NewTodo) => take(api.POST('/club/v1/todos', { body })),
    onSuccess: settle,
  });
}

interface Edit {
  id: number;
  etag: string;
  change: TodoChange;
}

export function useChangeTodo() {
  const settle = useMakeStale(staleAfter.todos());
  return useMutation({
    mutationFn: ({ id, etag, change }: Edit) =>
      take(api.PUT('/club/v1/todos/{id}', { params: still(id, etag), body: change })),
    onSettled: settle,
  });
}

export function useRemoveTodo() {
  const settle = useMakeStale(staleAfter.todos());
  return useMutation({
    mutationFn: ({ id, etag }: Pick<Edit, 'id' | 'etag'>) =>
      take(api.DELETE('/club/v1/todos/{id}', { params: still(id, etag) })),
    onSettled: settle,
  });
}
