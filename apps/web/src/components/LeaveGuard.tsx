import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useIsAsked } from '@/lib/question';
import { hasUnsaved, leaving, mayLeave, useHasUnsaved } from '@/lib/unsaved';

import { lazyPart } from './lazy-part';
import { Part } from './Part';

const LeaveDialog = lazyPart(() => import('./LeaveDialog'), 'soon');

/**
 * Asks before what was typed is left: for another page, by a reload, or by closing the tab. It stands in the shell itself: from a
 * file of its own it would come after who types and leaves at once.
 */
export function LeaveGuard() {
  const isAsked = useIsAsked(leaving);
  const isNeeded = useHasUnsaved();
  useEffect(() => {
    if (isNeeded) void LeaveDialog.preload();
  }, [isNeeded]);
  useBlocker({
    disabled: !isNeeded,
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await mayLeave()),
  });
  return <Part onGiveUp={() => leaving.settle('stay')}>{isAsked && <LeaveDialog />}</Part>;
}
