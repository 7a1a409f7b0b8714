import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

import { useAddTodo } from '@/api/todos';
import { DateField } from '@/components/DateField';
import { ErrorAlert } from '@/components/ErrorAlert';
import { type ChosenUser, UserSelect } from '@/components/UserSelect';
import { fieldErrors } from '@/lib/field-errors';
import { useUnsaved } from '@/lib/unsaved';
import { todoTexts as texts } from '@/texts/todos';

import classes from './Todos.module.css';

const nothing: { content: string; due: string; assignee?: ChosenUser } = { content: '', due: '' };

/** One line for what has to be done, about somebody or about nobody. */
export function AddTodo({ person }: { person?: number }) {
  const [values, setValues] = useState(nothing);
  const [round, setRound] = useState(0);
  const add = useAddTodo();
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });
  const errors = add.isPending ? {} : fieldErrors(add.error);
  useUnsaved(add.isPending ? 'sending' : values.content.trim() === '' ? 'nothing' : 'typed', {
    drop: () => setValues(nothing),
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { content, due, assignee } = values;
    const body = {
      content,
      due_date: due,
      ...(person !== undefined && { person_ids: [person] }),
      ...(assignee !== undefined && { assignee_id: assignee.id }),
    };
    add.mutate(body, {
      onSuccess: () => {
        // The next task may be half typed by now.
        if (latest.current !== values) return;
        setValues(nothing);
        setRound((before) => before + 1);
        field.current?.focus();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.add}>
        <TextInput
          ref={field}
          className={classes.what}
          label={texts.add}
          placeholder={texts.addPlaceholder}
          autoComplete="off"
          value={values.content}
          onChange={({ currentTarget: { value } }) => setValues({ ...values, content: value })}
          error={errors.content}
        />
        <div className={classes.day}>
          <DateField
            label={texts.due}
            value={values.due}
            onChange={(due) => setValues((before) => ({ ...before, due }))}
            error={errors.due_date}
          />
        </div>
        <div className={classes.day}>
          <UserSelect
            key={round}
            label={texts.assignee}
            placeholder={texts.assigneePlaceholder}
            value={values.assignee}
            onChange={(assignee) => setValues((before) => ({ ...before, assignee }))}
            error={errors.assignee_id}
          />
        </div>
        <Button type="submit" loading={add.isPending} disabled={values.content.trim() === ''}>
          {texts.addSubmit}
        </Button>
      </div>
      <ErrorAlert error={add.error} mt="sm" />
    </form>
  );
}
