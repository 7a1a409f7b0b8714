import { useEffect, useState } from 'react';

import { useIsIdle } from '@/components/use-is-idle';

type Extras = typeof import('./extras');

/** What the frame shows besides, once the page has come to rest. The frame does without it when its file does not come. */
export function useExtras(): Extras | undefined {
  const idle = useIsIdle();
  const [extras, setExtras] = useState<Extras>();
  useEffect(() => {
    if (!idle) return;
    // eslint-disable-next-line no-restricted-syntax -- without them the frame is as it was
    void import('./extras').then(setExtras, () => undefined);
  }, [idle]);
  return extras;
}
