import { useSyncExternalStore } from 'react';

/**
 * Whether somebody is being asked for the password once more. Calls that the server refused until then wait here; the page shows
 * one dialog for all of them, however many there are.
 */
export function createConfirmation() {
  let asked: { answer: Promise<boolean>; give: (confirmed: boolean) => void } | undefined;
  const listeners = new Set<() => void>();
  const change = (next: typeof asked) => {
    asked = next;
    listeners.forEach((listener) => listener());
  };
  return {
    /** Waits for the password; false when it is not given. */
    ask: (): Promise<boolean> => {
      if (asked === undefined) {
        let give: (confirmed: boolean) => void = () => undefined;
        const answer = new Promise<boolean>((resolve) => {
          give = resolve;
        });
        change({ answer, give });
        return answer;
      }
      return asked.answer;
    },
    /** Says how it ended to whoever waits. */
    settle: (confirmed: boolean): void => {
      asked?.give(confirmed);
      if (asked !== undefined) change(undefined);
    },
    isAsked: () => asked !== undefined,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const confirmation = createConfirmation();

/** Whether the dialog is wanted. */
export const useIsConfirmationAsked = (): boolean =>
  useSyncExternalStore(confirmation.subscribe, confirmation.isAsked);
