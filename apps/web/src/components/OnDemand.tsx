import { type ReactNode, Suspense, useState } from 'react';

interface OnDemandProps {
  /** Stands there until someone asks, and while what was asked for is on its way. */
  placeholder: (ask: () => void) => ReactNode;
  /** A lazy component. */
  children: ReactNode;
}

/** Loads what is behind a button at the first click, so that the first page need not carry it. */
export function OnDemand({ placeholder, children }: OnDemandProps) {
  const [asked, setAsked] = useState(false);
  const standIn = placeholder(() => setAsked(true));
  return asked ? <Suspense fallback={standIn}>{children}</Suspense> : standIn;
}
