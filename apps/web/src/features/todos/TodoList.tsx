import { ActionIcon, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

import { useChangeTodo, useRemoveTodo } from '@/api/todos';
import type { Todo } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { AnchorLink } from '@/components/links';
import { RichText } from '@/components/rich/RichText';
import { formatDate, formatUtcDate, isoDay } from '@/lib/dates';
import { notifyFailure } from '@/lib/notify-failure';
import { todoTexts as texts } from '@/texts/todos';

import classes from './Todos.module.css';

interface TodoListProps extends Pick<TodoRowProps, 'me' | 'onLog' | 'onEdit'> {
  todos: readonly Todo[];
}

export function TodoList({ todos, ...rest }: TodoListProps) {
  return (
    <ul className={classes.list}>
      {todos.map((todo) => (
        <TodoRow key={todo.id} todo={todo} {...rest} />
      ))}
    </ul>
  );
}

interface TodoRowProps {
  todo: Todo;
  /** The user's number. */
  me: number;
  onLog: (todo: Todo) => void;
  onEdit: (todo: Todo) => void;
}

function TodoRow({ todo, me, onLog, onEdit }: TodoRowProps) {
  const { content, notes, persons, author_id, author, assignee_id, assignee_name } = todo;
  return (
    <li className={classes.row}>
      <Stack gap={2}>
        <Text td={todo.is_completed ? 'line-through' : undefined} fw={500}>
          {content}
        </Text>
        <Group gap="xs">
          <Due todo={todo} />
          {todo.awaiting_since !== null && (
            <Badge variant="light" color="yellow" tt="none">
              {texts.since(formatUtcDate(todo.awaiting_since))}
            </Badge>
          )}
          {persons.map(({ id, name }) => (
            <AnchorLink key={id} to="/leden/$personId" params={{ personId: id }} size="sm">
              {name}
            </AnchorLink>
          ))}
          {author_id !== me && (
            <Text size="sm" c="dimmed">
              {texts.from(author)}
            </Text>
          )}
          {assignee_id !== 0 && assignee_id !== me && (
            <Text size="sm" c="dimmed">
              {texts.givenTo(assignee_name)}
            </Text>
          )}
        </Group>
        {notes !== null && <RichText html={notes} />}
      </Stack>
      <Group gap={4} wrap="nowrap">
        <Finish todo={todo} onLog={onLog} />
        {author_id === me && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.editThing(content)}
              onClick={() => onEdit(todo)}
            >
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
            <Remove todo={todo} />
          </>
        )}
      </Group>
    </li>
  );
}

function Due({ todo: { due_date, is_completed } }: { todo: Todo }) {
  if (due_date === null) return null;
  const today = isoDay(new Date());
  const late = due_date < today && !is_completed;
  const day = due_date === today ? texts.today : formatDate(due_date);
  return (
    <Badge variant="light" color={late ? 'red' : due_date === today ? 'orange' : 'gray'} tt="none">
      {late ? texts.overdue(day) : texts.dueOn(day)}
    </Badge>
  );
}

function Finish({ todo, onLog }: Pick<TodoRowProps, 'todo' | 'onLog'>) {
  const { content, status, persons } = todo;
  const change = useChangeTodo();
  // The row may be gone by then: so the promise tells.
  const enter = (next: Todo['status'], then?: () => void) =>
    void change.mutateAsync({ todo, values: { status: next } }).then(then, notifyFailure);
  if (status === 'completed') {
    return (
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        aria-label={texts.reopenThing(content)}
        onClick={() => enter('open')}
      >
        {texts.reopen}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={change.isPending}
          aria-label={texts.finishThing(content)}
        >
          {texts.finish}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => enter('completed')}>{texts.finishAs.completed}</Menu.Item>
        {persons.length > 0 && (
          <Menu.Item onClick={() => enter('completed', () => onLog(todo))}>
            {texts.finishAs.logged}
          </Menu.Item>
        )}
        {status === 'open' ? (
          <Menu.Item onClick={() => enter('awaiting')}>{texts.finishAs.awaiting}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => enter('open')}>{texts.reopen}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Remove({ todo: { id, etag, content } }: { todo: Todo }) {
  const remove = useRemoveTodo();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.removeThing(content)}
        onClick={() => setAsks(true)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={texts.removeTitle}
        message={texts.removeMessage(content)}
        confirm={texts.remove}
        mutation={remove}
        variables={{ id, etag }}
        onDone={() => notifications.show({ color: 'green', message: texts.removed })}
      />
    </>
  );
}
