import { useEffect, useSyncExternalStore } from 'react';

export interface Question<Answer> {
  /** Waits for the answer. */
  ask: () => Promise<Answer>;
  /** Says the answer to all who wait. */
  settle: (answer: Answer) => void;
  isAsked: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/**
 * A question that the page asks in one dialog, whoever has it, and however many wait for the answer: for the password once
 * more, or what to do with what was typed.
 */
export function createQuestion<Answer>(): Question<Answer> {
  let asked: { answer: Promise<Answer>; give: (answer: Answer) => void } | undefined;
  const listeners = new Set<() => void>();
  const change = (next: typeof asked) => {
    asked = next;
    listeners.forEach((listener) => listener());
  };
  return {
    ask: () => {
      if (asked === undefined) {
        let give: (answer: Answer) => void = () => undefined;
        const answer = new Promise<Answer>((resolve) => {
          give = resolve;
        });
        change({ answer, give });
        return answer;
      }
      return asked.answer;
    },
    settle: (answer) => {
      asked?.give(answer);
      if (asked !== undefined) change(undefined);
    },
    isAsked: () => asked !== undefined,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether the dialog of a question is wanted. */
export const useIsAsked = (question: Pick<Question<unknown>, 'isAsked' | 'subscribe'>): boolean =>
  useSyncExternalStore(question.subscribe, question.isAsked);

/** Declines a question on a page that has no dialog for it: nobody waits for an answer that never comes. */
export function useDecline(question: Question<boolean>): void {
  useEffect(
    () =>
      question.subscribe(() => {
        if (question.isAsked()) question.settle(false);
      }),
    [question],
  );
}
