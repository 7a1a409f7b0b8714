import { type ReactNode, useState } from 'react';

import { Part } from './Part';

interface OnDemandProps {
  /** Stands there until someone asks, and while what was asked for is on its way. */
  placeholder: (ask: () => void) => ReactNode;
  /** A part that is loaded when it is shown: see lazyPart. */
  children: ReactNode;
}

/** Loads what is behind a button at the first click, so that the first page need not carry it. */
export function OnDemand({ placeholder, children }: OnDemandProps) {
  const [asked, setAsked] = useState(false);
  const standIn = placeholder(() => setAsked(true));
  return asked ? (
    <Part fallback={standIn} onGiveUp={() => setAsked(false)}>
      {children}
    </Part>
  ) : (
    standIn
  );
}
