import { useEffect, useState } from 'react';

import { useIsIdle } from '@/components/use-is-idle';

type Extras = typeof import('./extras');

/** What the menu shows besides, once the page has come to rest. The menu does without it when its file does not come. */
export function useExtras(): Extras | undefined {
  const idle = useIsIdle();
  const [extras, setExtras] = useState<Extras>();
  useEffect(() => {
    if (!idle) return;
    void import('./extras').then(setExtras, () => undefined);
  }, [idle]);
  return extras;
}
