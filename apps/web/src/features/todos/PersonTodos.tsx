import { Button, EmptyState, Stack } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';

import { timelineQuery } from '@/api/timeline';
import { ListState } from '@/components/ListState';
import { timelineTexts } from '@/texts/timeline';
import { todoTexts as texts } from '@/texts/todos';

import { AddTodo } from './AddTodo';
import { TodoList } from './TodoList';
import classes from './Todos.module.css';

/** The user's tasks about somebody. */
export default function PersonTodos({ person }: { person: number }) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const todos = useInfiniteQuery(timelineQuery(person, 'todo'));
  return (
    <Stack gap="md" className={classes.page}>
      <AddTodo person={person} />
      <ListState query={todos}>
        {({ pages }) => {
          const all = pages.flatMap(({ rows }) => rows).filter((item) => item.type === 'todo');
          return all.length === 0 ? (
            <EmptyState
              icon={<IconChecklist />}
              title={texts.emptyAbout}
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
