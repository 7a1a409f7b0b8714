import { EmptyState } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';

import type { TimelineItem } from '@/api/types';
import { ListState } from '@/components/ListState';
import { MoreButton } from '@/components/MoreButton';
import { todoTexts as texts } from '@/texts/todos';

import { TodoList } from './TodoList';

interface TodoPagesProps {
  query: UseInfiniteQueryResult<InfiniteData<{ rows: readonly TimelineItem[] }>>;
  /** Says that there are none. */
  empty: string;
}

/** A list of tasks, as far as it was asked for. */
export function TodoPages({ query, empty }: TodoPagesProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  return (
    <ListState query={query}>
      {({ pages }) => {
        const todos = pages.flatMap(({ rows }) => rows).filter((item) => item.type === 'todo');
        if (todos.length === 0) {
          return (
            <EmptyState
              icon={<IconChecklist />}
              title={empty}
              description={texts.emptyHint}
              py="xl"
            />
          );
        }
        return (
          <>
            <TodoList todos={todos} me={me.id} />
            <MoreButton query={query} />
          </>
        );
      }}
    </ListState>
  );
}
