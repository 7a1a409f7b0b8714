import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { type SyntheticEvent, useEffect, useEffectEvent, useId, useState } from 'react';

import type { Edit } from '@/api/save-merged';
import { describeError } from '@/lib/describe-error';
import { type Base, draftOf, dropDraft, keepDraft } from '@/lib/drafts';
import { fieldErrors } from '@/lib/field-errors';
import { noteTold } from '@/lib/notify-failure';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';

import { changedKeys, sameJson } from './changed-keys';
import { focusFirstProblem } from './focus';

interface CardEditorOptions<Values extends object> {
  form: UseFormReturnType<Values>;
  /** Names the record: under its name what was typed is kept while the card is away. */
  record: string;
  /** What the card changes, as it is now. */
  current: Values;
  /** The ETag of the record as it is now. */
  etag: string;
  /** Saves what changed, and shows it before the server has answered. */
  save: (edit: Edit<Values>) => Promise<unknown>;
  /** Drops what was begun and left empty. */
  tidy?: (values: Values) => Values;
}

export interface CardEditor {
  editing: boolean;
  /** What was typed is on its way to the server. */
  saving: boolean;
  /** Why the last save was refused. */
  error: unknown;
  /** The id of the card in the document. */
  cardId: string;
  start: () => void;
  cancel: () => void;
  /** Cancels, but asks when something was typed. */
  leave: () => void;
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
}

/** An editor whose form can also be opened with a change already made, for example with a row more. */
interface StartWith<Values> {
  startWith: (values: Values) => void;
}

/**
 * Editing in place: the card closes and shows the new values at once; when the server refuses, it opens again with what
 * was typed and the messages at their fields, so that nothing is lost.
 */
export function useCardEditor<Values extends object>({
  form,
  record,
  current,
  etag,
  save,
  tidy = (values) => values,
}: CardEditorOptions<Values>): CardEditor & StartWith<Values> {
  const draft = `${record}/${Object.keys(current).join()}`;
  const [kept] = useState(() => draftOf<Values>(draft));
  /** What the form was opened with; only what differs from it is saved. */
  const [base, setBase] = useState(kept?.base);
  const [error, setError] = useState(kept?.error);
  const [saving, setSaving] = useState(false);
  const cardId = useId();

  const now: Base<Values> = { before: current, etag };
  const open = (from: Base<Values>, values: Values, refusal?: unknown) => {
    setBase(from);
    setError(refusal);
    form.setValues(values);
    form.setErrors(fieldErrors(refusal));
  };
  const close = () => {
    dropDraft(draft);
    setBase(undefined);
  };

  const refuse = (from: Base<Values>, values: Values, refusal: unknown) => {
    if (document.getElementById(cardId) !== null) {
      open(from, values, refusal);
      return;
    }
    // The user went on to another page meanwhile: say it where they are now.
    keepDraft(draft, { base: from, values, error: refusal });
    noteTold(refusal);
    notifications.show({
      color: 'red',
      autoClose: false,
      title: commonTexts.notSaved,
      message: `${describeError(refusal).message} ${commonTexts.draftKept}`,
    });
  };

  const send = async (typed: Values): Promise<boolean> => {
    const from = base ?? now;
    const values = tidy(typed);
    const change = changedKeys(from.before, values);
    close();
    if (Object.keys(change).length === 0) return true;
    setSaving(true);
    try {
      await save({ ...from, change });
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch (refusal) {
      refuse(from, values, refusal);
      return false;
    } finally {
      setSaving(false);
    }
  };

  const submit = (event?: SyntheticEvent<HTMLFormElement>): Promise<boolean> =>
    new Promise((resolve) => {
      form.onSubmit(
        (values) => resolve(send(values)),
        () => {
          focusFirstProblem(cardId);
          resolve(false);
        },
      )(event);
    });

  const isTyped = base !== undefined && !sameJson(tidy(base.before), tidy(form.values));
  const mayClose = useUnsaved(isTyped ? 'typed' : saving ? 'sending' : 'nothing', {
    save: submit,
    drop: close,
  });

  const reopen = useEffectEvent(() => {
    if (kept === undefined) return;
    form.setValues(kept.values);
    form.setErrors(fieldErrors(kept.error));
  });
  useEffect(() => reopen(), []);
  useEffect(() => {
    if (isTyped) keepDraft(draft, { base, values: form.values, error });
  }, [isTyped, draft, base, form.values, error]);

  return {
    editing: base !== undefined,
    saving,
    error,
    cardId,
    start: () => open(now, current),
    startWith: (values) => open(now, values),
    cancel: close,
    leave: () => {
      if (isTyped) void mayClose();
      else close();
    },
    submit: (event) => void submit(event),
  };
}
