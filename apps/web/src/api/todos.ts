import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';

import { changedKeys } from '@/components/cards/changed-keys';

import { api, take, takePage } from './client';
import { dispute } from './dispute';
import { still } from './if-match';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import { picked, saveMerged } from './save-merged';
import type { NewTodo, Todo } from './types';

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

/** A todo as it is now. */
export const todoNow = (id: number) =>
  take(api.GET('/club/v1/todos/{id}', { params: { path: { id } } }));

export function useAddTodo() {
  const settle = useMakeStale(staleAfter.todos());
  return useMutation({
    mutationFn: (body: NewTodo) => take(api.POST('/club/v1/todos', { body })),
    onSuccess: settle,
  });
}

/** What a form holds of a todo. */
export interface TodoValues {
  content: string;
  notes: string;
  due_date: string;
  status: Todo['status'];
  /** The user who does it; 0 for the author. */
  assignee_id: number;
}

export const todoValues = ({
  content,
  notes,
  due_date,
  status,
  assignee_id,
}: Todo): TodoValues => ({
  content,
  notes: notes ?? '',
  due_date: due_date ?? '',
  status,
  assignee_id,
});

interface Edit {
  /** As it was when somebody began. */
  todo: Todo;
  values: Partial<TodoValues>;
}

/** Changes a todo. What somebody else changed of it meanwhile stays; of what both changed the user chooses. */
export function useChangeTodo() {
  const settle = useMakeStale(staleAfter.todos());
  return useMutation({
    mutationFn: ({ todo, values }: Edit) => {
      const before = picked(todoValues(todo), values);
      const change = changedKeys(before, values);
      return saveMerged<Partial<TodoValues>, Todo>(
        { change, before, etag: todo.etag },
        {
          send: (body, etag) =>
            take(api.PUT('/club/v1/todos/{id}', { params: still(todo.id, etag), body })),
          reread: () => todoNow(todo.id),
          read: (record) => picked(todoValues(record), values),
          choose: (conflicts, { changed }) => dispute.ask({ conflicts, ...changed }),
        },
      );
    },
    onSettled: settle,
  });
}

export function useRemoveTodo() {
  const settle = useMakeStale(staleAfter.todos());
  return useMutation({
    mutationFn: ({ id, etag }: Pick<Todo, 'id' | 'etag'>) =>
      take(api.DELETE('/club/v1/todos/{id}', { params: still(id, etag) })),
    onSettled: settle,
  });
}
