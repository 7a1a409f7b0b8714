import { EmptyState } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import type { TimelineItem, Todo } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { ListState } from '@/components/ListState';
import { MoreButton } from '@/components/MoreButton';
import { Part } from '@/components/Part';
import { todoTexts as texts } from '@/texts/todos';

import { TodoList } from './TodoList';

const EditTodo = lazyPart(() => import('./EditTodo'));
const LogTask = lazyPart(() => import('./LogTask'));

interface TodoPagesProps {
  query: UseInfiniteQueryResult<InfiniteData<{ rows: readonly TimelineItem[] }>>;
  /** Says that there are none. */
  empty: string;
}

/** A list of tasks, as far as it was asked for. A form about one of them stays when the task leaves the list. */
export function TodoPages({ query, empty }: TodoPagesProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const [logs, setLogs] = useState<Todo>();
  const [edits, setEdits] = useState<Todo>();
  const about = logs?.persons[0];
  const closeLog = () => setLogs(undefined);
  const closeEdit = () => setEdits(undefined);
  return (
    <>
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
              <TodoList todos={todos} me={me.id} onLog={setLogs} onEdit={setEdits} />
              <MoreButton query={query} />
            </>
          );
        }}
      </ListState>
      <Part onGiveUp={closeLog}>
        {logs !== undefined && about !== undefined && (
          <LogTask person={about.id} content={logs.content} onClose={closeLog} />
        )}
      </Part>
      <Part onGiveUp={closeEdit}>
        {edits !== undefined && <EditTodo todo={edits} onClose={closeEdit} />}
      </Part>
    </>
  );
}
