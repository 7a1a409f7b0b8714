import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { type SyntheticEvent, useId, useState } from 'react';

import { describeError } from '@/lib/describe-error';
import { fieldErrors } from '@/lib/field-errors';
import { commonTexts } from '@/texts/common';

import { changedKeys } from './changed-keys';

interface CardEditorOptions<Values extends object> {
  form: UseFormReturnType<Values>;
  /** What the card changes, as it is now. */
  current: Values;
  /** Saves what changed, and shows it before the server has answered. */
  save: (change: Partial<Values>) => Promise<unknown>;
  /** Drops what was begun and left empty. */
  tidy?: (values: Values) => Values;
}

export interface CardEditor {
  editing: boolean;
  /** Why the last save was refused. */
  error: unknown;
  /** The id of the card in the document. */
  cardId: string;
  start: () => void;
  cancel: () => void;
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
}

/**
 * Editing in place: the card closes and shows the new values at once; when the server refuses, it opens again with what
 * was typed and the messages at their fields, so that nothing is lost.
 */
export function useCardEditor<Values extends object>({
  form,
  current,
  save,
  tidy = (values) => values,
}: CardEditorOptions<Values>): CardEditor {
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<unknown>();
  const cardId = useId();

  const show = (values: Values) => {
    form.setValues(values);
    form.clearErrors();
    setEditing(true);
  };

  const refuse = (values: Values, refusal: unknown) => {
    // The user went on to another page meanwhile: say it where they are now.
    if (document.getElementById(cardId) === null) {
      notifications.show({
        color: 'red',
        autoClose: false,
        title: commonTexts.notSaved,
        message: describeError(refusal).message,
      });
      return;
    }
    show(values);
    form.setErrors(fieldErrors(refusal));
    setError(refusal);
  };

  const send = async (typed: Values) => {
    const values = tidy(typed);
    const change = changedKeys(current, values);
    setEditing(false);
    if (Object.keys(change).length === 0) return;
    try {
      await save(change);
      notifications.show({ message: commonTexts.saved, color: 'green' });
    } catch (refusal) {
      refuse(values, refusal);
    }
  };

  return {
    editing,
    error,
    cardId,
    start: () => {
      setError(undefined);
      show(current);
    },
    cancel: () => setEditing(false),
    submit: form.onSubmit(
      (values) => {
        setError(undefined);
        return send(values);
      },
      () => focusFirstProblem(cardId),
    ),
  };
}

/** After the next paint, when the messages stand at their inputs. */
export function focusFirstProblem(cardId: string): void {
  requestAnimationFrame(() => {
    inCard(cardId, '[aria-invalid="true"]')?.focus();
  });
}

/** A list without rows has no input: then the button that adds one. */
export function focusFirstInput(cardId: string): void {
  const input = ['input', 'select', 'textarea'].map((tag) => `${tag}:not(:disabled)`).join(', ');
  (inCard(cardId, input) ?? inCard(cardId, 'form button'))?.focus();
}

const inCard = (cardId: string, selector: string) =>
  document.getElementById(cardId)?.querySelector<HTMLElement>(selector);
