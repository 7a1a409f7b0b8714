import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

interface PrintSheetProps {
  title: string;
  /** What it shows, and of which day. */
  about?: ReactNode;
  children: ReactNode;
  /** The browser has printed it, or the user changed their mind. */
  onDone: () => void;
}

/** Prints its children in the place of the page, as soon as it is there. */
export function PrintSheet({ title, about, children, onDone }: PrintSheetProps) {
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const finish = () => done.current();
    window.addEventListener('afterprint', finish, { once: true });
    // Some browsers stand still until the user has answered: not before all is shown.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', finish);
    };
  }, []);
  return createPortal(
    <div data-print="sheet">
      <h1>{title}</h1>
      {about !== undefined && <p>{about}</p>}
      {children}
    </div>,
    document.body,
  );
}
