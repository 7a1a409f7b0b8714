import { useEffect, useState } from 'react';

/** Whether something takes long enough to say so. What is there at once needs no word. */
export function useIsLate(waiting: boolean, patience = 300): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, patience]);
  return waiting && late;
}
