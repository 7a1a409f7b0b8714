import type { UseFormReturnType } from '@mantine/form';

import { changedKeys } from '@/components/cards/changed-keys';

/** Goes on from what the server kept of what was sent. What was typed since stays, and is yet to be saved. */
export function takeKept<Values extends object>(
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'setInitialValues' | 'setValues'>,
  sent: Values,
  kept: Values,
): void {
  const since = changedKeys(sent, form.getValues());
  form.setInitialValues(kept);
  form.setValues({ ...kept, ...since });
}
