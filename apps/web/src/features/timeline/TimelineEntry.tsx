import {
  ActionIcon,
  Badge,
  Button,
  Group,
  Menu,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconChecklist,
  IconCoffee,
  IconCurrencyEuro,
  IconDots,
  IconMail,
  IconMessage,
  IconNote,
  IconPhone,
  IconPoint,
  IconToolsKitchen2,
  IconUsers,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { mailQuery, useRemoveMoment } from '@/api/timeline';
import type { Activity, ActivityType, Email, Note, TimelineItem, Todo } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { RichText } from '@/components/rich/RichText';
import { formatDate, formatDateTime } from '@/lib/dates';
import { mailTexts } from '@/texts/mails';
import { activityTypeTexts, timelineTexts as texts } from '@/texts/timeline';
import { todoTexts } from '@/texts/todos';

import { MomentForm } from './MomentForm';
import classes from './Timeline.module.css';

const icons: Record<ActivityType, Icon> = {
  email: IconMail,
  chat: IconMessage,
  call: IconPhone,
  video: IconVideo,
  meeting: IconUsers,
  coffee: IconCoffee,
  lunch: IconToolsKitchen2,
  dinner: IconToolsKitchen2,
  note: IconPoint,
  financial_block_change: IconCurrencyEuro,
};

interface EntryProps<Item> {
  person: number;
  item: Item;
}

export function TimelineEntry({ person, item }: EntryProps<TimelineItem>) {
  switch (item.type) {
    case 'todo':
      return <TodoEntry todo={item} />;
    case 'email':
      return <EmailEntry person={person} email={item} />;
    default:
      return <MomentEntry person={person} item={item} />;
  }
}

/** A mail that the application sent to the person. */
function EmailEntry({ person, email }: { person: number; email: Email }) {
  const [opened, setOpened] = useState(false);
  return (
    <li className={classes.entry}>
      <ThemeIcon variant="light" color="gray" radius="xl" aria-hidden>
        <IconMail size={18} stroke={1.7} />
      </ThemeIcon>
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={600} component="h2" size="md">
            {email.subject}
          </Text>
          <Badge variant="light" color={email.state === 'sent' ? 'green' : 'gray'} tt="none">
            {mailTexts.states[email.state]}
          </Badge>
        </Group>
        {opened && <MailText person={person} mail={email.id} />}
        <Group gap="sm">
          <Text c="dimmed" size="xs">
            {texts.by(email.author, formatDateTime(email.created))}
          </Text>
          {email.opens && (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={opened}
              aria-label={`${opened ? texts.closeMail : texts.openMail}: ${email.subject}`}
              onClick={() => setOpened(!opened)}
            >
              {opened ? texts.closeMail : texts.openMail}
            </Button>
          )}
        </Group>
      </Stack>
    </li>
  );
}

/** What a mail says, asked for when somebody opens it. */
function MailText({ person, mail }: { person: number; mail: number }) {
  const text = useQuery(mailQuery(person, mail));
  if (text.data !== undefined) return <RichText html={text.data.content} />;
  return text.isError ? <ErrorAlert error={text.error} /> : <Skeleton h={48} />;
}

function MomentEntry({ person, item }: EntryProps<Activity | Note>) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const [edits, setEdits] = useState(false);
  const isActivity = item.type === 'activity';
  const What = isActivity ? icons[item.activity_type] : IconNote;
  const name = isActivity ? activityTypeTexts[item.activity_type] : texts.note;
  const mine = item.author_id === me.id || me.is_admin;
  if (edits) {
    return (
      <li className={classes.entry} style={{ display: 'block' }}>
        <MomentForm
          person={person}
          writes={item.type}
          kept={item}
          onClose={() => setEdits(false)}
        />
      </li>
    );
  }
  return (
    <li className={classes.entry}>
      <ThemeIcon variant="light" color={isActivity ? undefined : 'yellow'} radius="xl" aria-hidden>
        <What size={18} stroke={1.7} />
      </ThemeIcon>
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={600} component="h2" size="md">
            {name}
          </Text>
          {isActivity && item.activity_date !== '' && (
            <Text c="dimmed" size="sm">
              {[formatDate(item.activity_date), item.activity_time].filter(Boolean).join(', ')}
            </Text>
          )}
          {isActivity && item.participants.length > 0 && (
            <Text c="dimmed" size="sm">
              {texts.participants(item.participants.length)}
            </Text>
          )}
          {!isActivity && item.visibility === 'private' && (
            <Badge variant="light" color="gray" tt="none">
              {texts.privateNote}
            </Badge>
          )}
        </Group>
        <RichText html={item.content} />
        <Text c="dimmed" size="xs">
          {texts.by(item.author, formatDateTime(item.created))}
        </Text>
      </Stack>
      {mine && <Actions person={person} item={item} name={name} onEdit={() => setEdits(true)} />}
    </li>
  );
}

interface ActionsProps extends EntryProps<Activity | Note> {
  name: string;
  onEdit: () => void;
}

function Actions({ person, item, name, onEdit }: ActionsProps) {
  const remove = useRemoveMoment(person);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(name)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>{texts.change}</Menu.Item>
          <Menu.Item color="var(--mantine-color-error)" onClick={() => setAsks(true)}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={texts.removeTitle}
        message={texts.removeMessage}
        confirm={texts.remove}
        mutation={remove}
        variables={item}
        onDone={() => notifications.show({ color: 'green', message: texts.removed })}
      />
    </>
  );
}

function TodoEntry({ todo }: { todo: Todo }) {
  return (
    <li className={classes.entry}>
      <ThemeIcon variant="light" color="gray" radius="xl" aria-hidden>
        <IconChecklist size={18} stroke={1.7} />
      </ThemeIcon>
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={600} component="h2" size="md">
            {texts.todo}
          </Text>
          <Badge variant="light" color={todo.is_completed ? 'green' : 'gray'} tt="none">
            {todoTexts.statuses[todo.status]}
          </Badge>
          {todo.due_date !== null && (
            <Text c="dimmed" size="sm">
              {todoTexts.dueOn(formatDate(todo.due_date))}
            </Text>
          )}
        </Group>
        <Text>{todo.content}</Text>
        {todo.notes !== null && <RichText html={todo.notes} />}
        <Text c="dimmed" size="xs">
          {texts.by(todo.author, formatDateTime(todo.created))}
        </Text>
      </Stack>
    </li>
  );
}
