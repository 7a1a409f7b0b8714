import * as v from 'valibot';

import type { TodoStatus } from '@/api/todos';

export const todoStatuses = [
  'open',
  'awaiting',
  'completed',
  'all',
] as const satisfies readonly TodoStatus[];

/** The state of the page of tasks, as it stands in the address. */
export const todosSearchSchema = v.object({
  toon: v.optional(v.fallback(v.picklist(todoStatuses), 'open'), 'open'),
});

/** Left out of the address. */
export const usualTodosSearch = v.parse(todosSearchSchema, {});
