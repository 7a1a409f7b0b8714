import { Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import { timelineQuery } from '@/api/timeline';
import { todoTexts as texts } from '@/texts/todos';

import { AddTodo } from './AddTodo';
import { TodoPages } from './TodoPages';
import classes from './Todos.module.css';

/** The user's tasks about somebody. */
export default function PersonTodos({ person }: { person: number }) {
  const todos = useInfiniteQuery(timelineQuery(person, 'todo'));
  return (
    <Stack gap="md" className={classes.page}>
      <AddTodo person={person} />
      <TodoPages query={todos} empty={texts.emptyAbout} />
    </Stack>
  );
}
