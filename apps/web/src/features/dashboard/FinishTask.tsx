import { Button, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { todoNow, useChangeTodo } from '@/api/todos';
import type { DashboardTask, Todo } from '@/api/types';
import { notifyFailure } from '@/lib/notify-failure';
import { todoTexts as texts } from '@/texts/todos';

interface FinishTaskProps {
  task: DashboardTask;
  onLog: (task: DashboardTask) => void;
}

/** How a task comes to its end. Open as soon as it is there: it is only loaded when somebody asks for it. */
export default function FinishTask({ task, onLog }: FinishTaskProps) {
  const change = useChangeTodo();
  const finish = useMutation({
    mutationFn: async (status: Todo['status']) =>
      change.mutateAsync({ todo: await todoNow(task.id), values: { status } }),
    onError: notifyFailure,
  });
  // The row may be gone by then: so the promise tells.
  const enter = (status: Todo['status'], then?: () => void) =>
    void finish.mutateAsync(status).then(then, () => undefined);
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={finish.isPending}
          aria-label={texts.finishThing(task.content)}
        >
          {texts.finish}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => enter('completed')}>{texts.finishAs.completed}</Menu.Item>
        {task.person && (
          <Menu.Item onClick={() => enter('completed', () => onLog(task))}>
            {texts.finishAs.logged}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => enter('awaiting')}>{texts.finishAs.awaiting}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
