import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';

import { todoValues, useChangeTodo } from '@/api/todos';
import type { Todo } from '@/api/types';
import { sameJson } from '@/components/cards/changed-keys';
import { DateField } from '@/components/DateField';
import { Dialog } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import type { RichEditorProps } from '@/components/rich/RichEditor';
import { UserSelect } from '@/components/UserSelect';
import { useReturnFocus } from '@/components/use-return-focus';
import { fieldErrors } from '@/lib/field-errors';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { timelineTexts } from '@/texts/timeline';
import { todoTexts as texts } from '@/texts/todos';

const RichEditor = lazyPart<RichEditorProps>(() => import('@/components/rich/RichEditor'));

const valuesOf = (todo: Todo) => {
  const { content, due_date, notes, assignee_id } = todoValues(todo);
  return { content, due_date, notes, assignee_id };
};

/** Who does it; nobody stands there for the author. */
const assigneeOf = ({ assignee_id: id, assignee_name: name, author_id }: Todo) =>
  id === 0 || id === author_id ? undefined : { id, name };

interface EditTodoProps {
  todo: Todo;
  onClose: () => void;
}

/** Changes what has to be done, of a task of one's own. */
export default function EditTodo({ todo, onClose }: EditTodoProps) {
  useReturnFocus();
  // What it began with: the list behind it may be asked for anew.
  const [base] = useState(todo);
  const begun = valuesOf(base);
  const [values, setValues] = useState(begun);
  const [assignee, setAssignee] = useState(() => assigneeOf(base));
  const save = useChangeTodo();
  const errors = save.isPending ? {} : fieldErrors(save.error);
  const typed = !sameJson(values, begun);
  const mayClose = useUnsaved(save.isPending ? 'sending' : typed ? 'typed' : 'nothing', {
    drop: onClose,
  });
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const close = () => void mayClose().then((may) => may && onClose());
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate({ todo: base, values }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={close} title={texts.edit} size="lg" busy={save.isPending}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={texts.what}
            required
            autoComplete="off"
            data-autofocus
            value={values.content}
            onChange={({ currentTarget: { value } }) => set({ content: value })}
            error={errors.content}
          />
          <DateField
            label={texts.due}
            value={values.due_date}
            onChange={(due_date) => set({ due_date })}
            error={errors.due_date}
          />
          <UserSelect
            label={texts.assignee}
            placeholder={texts.assigneePlaceholder}
            value={assignee}
            onChange={(user) => {
              setAssignee(user);
              set({ assignee_id: user?.id ?? 0 });
            }}
            error={errors.assignee_id}
          />
          <Part fallback={<Skeleton height={170} aria-label={timelineTexts.loading} />}>
            <RichEditor
              label={texts.notes}
              initial={begun.notes}
              onChange={(notes) => set({ notes })}
              error={errors.notes}
            />
          </Part>
          <ErrorAlert error={save.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={save.isPending} onClick={close}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={values.content.trim() === ''}>
              {timelineTexts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
