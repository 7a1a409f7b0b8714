import { SegmentedControl, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import { todosQuery, type TodoStatus } from '@/api/todos';
import { PageHeader } from '@/components/PageHeader';
import { todoTexts as texts } from '@/texts/todos';

import { AddTodo } from './AddTodo';
import { todoStatuses } from './route';
import { TodoPages } from './TodoPages';
import classes from './Todos.module.css';

interface TodosPageProps {
  status: TodoStatus;
  onStatus: (status: TodoStatus) => void;
}

/** What the user has to do. */
export function TodosPage({ status, onStatus }: TodosPageProps) {
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
      <TodoPages query={todos} empty={texts.empty[status]} />
    </Stack>
  );
}
