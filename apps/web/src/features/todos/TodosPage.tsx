import { Button, EmptyState, SegmentedControl, Stack } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';

import { todosQuery, type TodoStatus } from '@/api/todos';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { timelineTexts } from '@/texts/timeline';
import { todoTexts as texts } from '@/texts/todos';

import { AddTodo } from './AddTodo';
import { todoStatuses } from './route';
import { TodoList } from './TodoList';
import classes from './Todos.module.css';

interface TodosPageProps {
  status: TodoStatus;
  onStatus: (status: TodoStatus) => void;
}

/** What the user has to do. */
export function TodosPage({ status, onStatus }: TodosPageProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const todos = useInfiniteQuery(todosQuery(status));
  return (
    <Stack gap="md" className={classes.page}>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <AddTodo />
      <SegmentedControl
        aria-label={texts.status}
        value={status}
        onChange={(chosen) => onStatus(todoStatuses.find((one) => one === chosen) ?? 'open')}
        data={todoStatuses.map((value) => ({ value, label: texts.statuses[value] }))}
      />
      <ListState query={todos}>
        {({ pages }) => {
          const all = pages.flatMap(({ rows }) => rows);
          return all.length === 0 ? (
            <EmptyState
              icon={<IconChecklist />}
              title={texts.empty[status]}
              description={texts.emptyHint}
              py="xl"
            />
          ) : (
            <>
              <TodoList todos={all} me={me.id} />
              {todos.hasNextPage && (
                <Button
                  variant="default"
                  loading={todos.isFetchingNextPage}
                  onClick={() => void todos.fetchNextPage()}
                >
                  {timelineTexts.more}
                </Button>
              )}
            </>
          );
        }}
      </ListState>
    </Stack>
  );
}
