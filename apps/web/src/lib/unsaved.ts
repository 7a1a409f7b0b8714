import { useEffect, useRef, useSyncExternalStore } from 'react';

import { dropAllDrafts } from './drafts';
import { createQuestion } from './question';

/** What somebody wants to do with what they typed, before it is left. */
export type Choice = 'save' | 'drop' | 'stay';

/** Asks for it in a dialog. */
export const leaving = createQuestion<Choice>();

interface Typed {
  /** Whether it was saved. Without it there is no more to do than to go on typing, or to drop it. */
  save?: () => Promise<boolean>;
  drop: () => void;
  /** The part of the page that it stands in, when that can be left alone. */
  part?: string;
  /** Nobody leaves while it is being sent: nothing else would tell that it failed. */
  held?: boolean;
}

/** All that was typed and not saved, and what is on its way to the server. */
const typed = new Set<{ current: Typed }>();
const sending = new Set<{ current: Typed }>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const tell = () => listeners.forEach((listener) => listener());

function join<Of>(set: Set<Of>, one: Of): () => void {
  set.add(one);
  tell();
  return () => {
    set.delete(one);
    tell();
  };
}

export const hasTyped = (): boolean => typed.size > 0;

/** Whether a reload would lose something. */
export const hasUnsaved = (): boolean => typed.size + sending.size > 0;

export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, hasUnsaved);

/** Whether all that the question is about can be saved from here. */
export const canSave = (): boolean => asked.every(({ save }) => save !== undefined);

let asked: readonly Typed[] = [];

/**
 * Asks what to do with what was typed, on the whole page or in a part of it; whether that may be left. A part from which something
 * is being sent may not, nor may a dialog: it tells when that fails.
 */
export async function mayLeave(part?: string): Promise<boolean> {
  const isIn = ({ current }: { current: Typed }) => part === undefined || current.part === part;
  if ([...sending].some((one) => (part === undefined ? one.current.held : isIn(one)))) return false;
  return decide([...typed].filter(isIn).map(({ current }) => current));
}

async function decide(forms: readonly Typed[]): Promise<boolean> {
  if (forms.length === 0) return true;
  if (!leaving.isAsked()) asked = forms;
  const choice = await leaving.ask();
  if (choice === 'stay') return false;
  if (choice === 'drop') {
    forms.forEach(({ drop }) => drop());
    return true;
  }
  const saved = await Promise.all(forms.map(async ({ save }) => (await save?.()) ?? false));
  return saved.every(Boolean);
}

/** Somebody else may be there now: nothing of it is kept. */
export function forgetUnsaved(): void {
  typed.clear();
  sending.clear();
  dropAllDrafts();
  tell();
}

/** Says what a form holds that is not saved. Returns what asks about this form alone, when it is to be closed. */
export function useUnsaved(
  state: 'typed' | 'sending' | 'nothing',
  form: Typed,
): () => Promise<boolean> {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (state === 'typed') return join(typed, latest);
    if (state === 'sending') return join(sending, latest);
  }, [state]);
  return () => decide(state === 'typed' ? [form] : []);
}
