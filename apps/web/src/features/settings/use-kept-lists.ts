import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';

import { sameJson } from '@/components/cards/changed-keys';
import { merge } from '@/lib/merge';

/**
 * A form of lists follows what the server keeps of them: what a colleague gave or took meanwhile is so here, too, and what was
 * chosen here is yet to be saved.
 */
export function useKeptLists<Lists extends Record<keyof Lists, string[]>>(
  form: Pick<
    UseFormReturnType<Lists>,
    'getInitialValues' | 'getValues' | 'setInitialValues' | 'setValues'
  >,
  kept: Lists,
): void {
  const follow = useEffectEvent(() => {
    const before = form.getInitialValues();
    if (sameJson(before, kept)) return;
    const { values } = merge(before, form.getValues(), kept);
    form.setInitialValues(kept);
    form.setValues(values);
  });
  const news = JSON.stringify(kept);
  useEffect(() => follow(), [news]);
}
