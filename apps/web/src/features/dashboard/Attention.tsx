import { Badge, Button, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';

import type { DashboardTask, RoleDashboard } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { OnDemand } from '@/components/OnDemand';
import { Part } from '@/components/Part';
import { attentionTexts, dashboardTexts as texts } from '@/texts/dashboard';
import { todoTexts } from '@/texts/todos';

import { Block, icons, Nobody } from './Block';
import classes from './Dashboard.module.css';
import { nearDay } from './days';
import { LastBackup } from './LastBackup';
import type { BlockOf } from './People';
import { Rows } from './Rows';

const FinishTask = lazyPart(() => import('./FinishTask'), 'soon');
const LogTask = lazyPart(() => import('@/features/todos/LogTask'));
const QuickTodo = lazyPart(() => import('@/features/todos/QuickTodo'));

export function AttentionBlock({ dashboard }: BlockOf) {
  const [adding, add] = useDisclosure();
  const [logs, setLogs] = useState<DashboardTask>();
  return (
    <>
      <Block
        title={texts.blocks.attention}
        icon={icons.attention}
        query={dashboard}
        tools={
          <>
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={add.open}
            >
              {attentionTexts.add}
            </Button>
            <AnchorLink to="/taken" size="sm">
              {attentionTexts.page}
            </AnchorLink>
          </>
        }
      >
        {({ attention, backup, tasks, today }) => (
          <>
            {attention.map((notice) => (
              <Notice key={`${notice.kind} ${notice.message}`} {...notice} />
            ))}
            {attention.length === 0 && tasks.length === 0 && <Nobody>{attentionTexts.calm}</Nobody>}
            {backup !== undefined && <LastBackup backup={backup} attention={attention} />}
            {tasks.length === 0 ? (
              <Nobody>{attentionTexts.noTasks}</Nobody>
            ) : (
              <>
                <Title order={3}>{attentionTexts.tasks}</Title>
                <Rows items={tasks} all={attentionTexts.all}>
                  {(shown) => (
                    <ul className={classes.list}>
                      {shown.map((task) => (
                        <TaskLine key={task.id} task={task} today={today} onLog={setLogs} />
                      ))}
                    </ul>
                  )}
                </Rows>
              </>
            )}
          </>
        )}
      </Block>
      <Part onGiveUp={add.close}>{adding && <QuickTodo onClose={add.close} />}</Part>
      <Part onGiveUp={() => setLogs(undefined)}>
        {logs?.person && (
          <LogTask
            person={logs.person.id}
            content={logs.content}
            onClose={() => setLogs(undefined)}
          />
        )}
      </Part>
    </>
  );
}

function Notice({ message, url }: RoleDashboard['attention'][number]) {
  const place = url === '' ? undefined : new URL(url, window.location.origin);
  return (
    <div className={classes.notice}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        {message}{' '}
        {place !== undefined && (
          <AnchorLink to={place.pathname} search={Object.fromEntries(place.searchParams)} inherit>
            {attentionTexts.look}
          </AnchorLink>
        )}
      </span>
    </div>
  );
}

interface TaskLineProps {
  task: DashboardTask;
  today: string;
  onLog: (task: DashboardTask) => void;
}

function TaskLine({ task, today, onLog }: TaskLineProps) {
  const { content, due_date: due, is_overdue: late, person, given_to, given_by } = task;
  return (
    <li className={classes.line}>
      <span className={classes.what}>
        <Text component="span" fw={500}>
          {content}
        </Text>
        {due !== null && (
          <Badge
            component="span"
            variant="light"
            color={late ? 'red' : due === today ? 'orange' : 'gray'}
          >
            {late ? todoTexts.overdue(nearDay(due, today)) : todoTexts.dueOn(nearDay(due, today))}
          </Badge>
        )}
        {(given_to !== '' || given_by !== '') && (
          <Text component="span" size="sm" c="dimmed">
            {given_to === '' ? todoTexts.from(given_by) : todoTexts.givenTo(given_to)}
          </Text>
        )}
        {person && (
          <AnchorLink to="/leden/$personId" params={{ personId: person.id }} size="sm">
            {person.name}
          </AnchorLink>
        )}
      </span>
      <OnDemand
        placeholder={(ask) => (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCheck size={16} aria-hidden />}
            aria-label={todoTexts.finishThing(content)}
            onClick={ask}
          >
            {todoTexts.finish}
          </Button>
        )}
      >
        <FinishTask task={task} onLog={onLog} />
      </OnDemand>
    </li>
  );
}
