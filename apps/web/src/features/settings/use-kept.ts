import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';

import { sameJson } from '@/components/cards/changed-keys';
import { merge } from '@/lib/merge';

/**
 * A form follows what the server keeps: what changed there meanwhile is so here, too, items of lists one by one. What was typed
 * or chosen here stays, and is yet to be saved.
 */
export function useKept<Values extends object>(
  form: Pick<
    UseFormReturnType<Values>,
    'getInitialValues' | 'getValues' | 'setInitialValues' | 'setValues'
  >,
  kept: Values,
): void {
  const follow = useEffectEvent(() => {
    const [before, mine] = [form.getInitialValues(), form.getValues()];
    if (sameJson(before, kept)) return;
    const choices = merge(before, mine, kept).conflicts.map(() => 'mine' as const);
    const { values } = merge(before, mine, kept, choices);
    form.setInitialValues(kept);
    form.setValues(values);
  });
  const news = JSON.stringify(kept);
  useEffect(() => follow(), [news]);
}
