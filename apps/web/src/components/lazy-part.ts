import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';

/** A part of the page whose file did not come. */
export class PartError extends Error {
  override readonly name = 'PartError';

  constructor(
    cause: unknown,
    /** Forgets the failure: who shows the part next asks for its file once more. */
    readonly again: () => void,
  ) {
    super('a part of the page did not load', { cause });
  }
}

export interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Fetches the file beforehand; whether it came. */
  preload: () => Promise<boolean>;
}

const soon = new Set<() => Promise<boolean>>();

/**
 * A part of the page in a file of its own, which is fetched when it is first shown, or `soon`: when the browser has nothing
 * to do. It stands in a Part, so that a file that does not come costs this part alone. React's own lazy() keeps a failure
 * for ever.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  when?: 'soon',
): LazyPart<Props> {
  let asked: ReturnType<typeof load> | undefined;
  let tries = 0;
  let lostAt: string | undefined;
  // Some browsers never ask again for a script that did not come: under another address they do.
  const fetchPart = (): ReturnType<typeof load> =>
    lostAt === undefined
      ? load()
      : // eslint-disable-next-line no-restricted-syntax -- the address is known when it is lost
        (import(/* @vite-ignore */ `${lostAt}?${(tries += 1)}`) as ReturnType<typeof load>);
  const ask = () =>
    (asked ??= fetchPart().then(
      (module) => {
        part = module.default;
        return module;
      },
      (cause: unknown) => {
        lostAt ??= /https?:\/\/[^\s?]+\.js/.exec(String(cause))?.[0];
        throw new PartError(cause, forget);
      },
    ));
  const notYet = (): ComponentType<Props> => lazy(ask);
  let part = notYet();
  const forget = () => {
    asked = undefined;
    part = notYet();
  };
  const preload = () =>
    ask().then(
      () => true,
      () => {
        forget();
        return false;
      },
    );
  if (when === 'soon') soon.add(preload);
  function Part(props: Props) {
    // What is shown stays the same component, or it would lose its state when the file is there.
    const [shown] = useState(() => part);
    return createElement(shown, props);
  }
  return Object.assign(Part, { preload });
}

/** Fetches what is wanted soon, one file after the other; what comes along with one of them joins. */
export async function loadSoon(idle: () => Promise<void>): Promise<void> {
  for (const preload of soon) {
    soon.delete(preload);
    await idle();
    await preload();
  }
}

const lost = new WeakSet();
const lostStyles = new Set<HTMLLinkElement>();

/** Remembers which files did not come: Vite tells of each error, the browser of each style sheet. */
export function watchLostFiles(): void {
  // No script runs before the styles of the document came or failed.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) lostStyles.add(link);
  }
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
    },
    { capture: true }, // it does not bubble
  );
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event;
    // Styles alone cost nothing: the file they belong to says itself whether it came.
    if (payload.message.startsWith('Unable to preload CSS')) {
      event.preventDefault();
      return;
    }
    lost.add(payload);
    // By its message the router knows it, too, and would reload the page at once: also where there is no connection.
    payload.message = `not loaded: ${payload.message}`;
  });
}

export const isLost = (error: unknown): boolean =>
  error instanceof PartError || (error instanceof Error && lost.has(error));

/**
 * Asks once more for styles that did not come; Vite asks only once. One that is on its way is left alone: a part may wait for
 * it.
 */
export function reloadLostStyles(): void {
  for (const link of lostStyles) link.replaceWith(link.cloneNode());
  lostStyles.clear();
}
