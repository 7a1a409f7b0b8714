import { Button } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { ApiError, ConnectionError, hasStatus, UnexpectedAnswerError } from '@/api/errors';
import { describeError } from '@/lib/describe-error';
import { hasUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { errorTexts } from '@/texts/errors';

import { FrameIcon } from './icons/FrameIcon';
import { isLost, reloadLostStyles } from './lazy-part';
import { NoAccess, NotFound, StatusPage } from './StatusPage';
import { useLost } from './use-lost';

/** What stands in place of a page that could not be shown: the shell around it stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useEffect(() => queries.reset(), [queries]);

  if (hasStatus(error, 403)) return <NoAccess />;
  if (hasStatus(error, 404)) return <NotFound />;

  if (isLost(error)) return <LostPage reset={reset} />;

  const failedToLoad =
    error instanceof ApiError ||
    error instanceof ConnectionError ||
    error instanceof UnexpectedAnswerError;
  if (!failedToLoad) {
    return (
      <StatusPage icon={<FrameIcon name="alert-triangle" />} {...describeError(error)}>
        <Button onClick={() => window.location.reload()}>{errorTexts.crash.reload}</Button>
      </StatusPage>
    );
  }
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <StatusPage icon={<FrameIcon name="cloud-off" />} {...describeError(error)}>
      <Button onClick={retry}>{commonTexts.retry}</Button>
    </StatusPage>
  );
}

/**
 * In place of a page whose file did not come. When the line is back, and after an upgrade, the page is loaded anew, when nothing
 * typed would go with it: browsers remember a file that did not come, when another file asked for it.
 */
function LostPage({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter();
  const retry = async () => {
    // The router does not ask again for what failed once.
    const pages = router.state.matches.map(({ routeId }) => router.routesById[routeId]);
    await Promise.all(pages.map(({ options }) => preload(options.component)));
    reloadLostStyles();
    reset();
    void router.invalidate();
  };
  const again = () => {
    if (hasUnsaved()) void retry();
    else window.location.reload();
  };
  const lost = useLost(true, again);
  const isNew = lost === 'new';
  useEffect(() => {
    if (isNew && !hasUnsaved()) window.location.reload();
  }, [isNew]);
  return (
    <StatusPage icon={<FrameIcon name="cloud-off" />} {...errorTexts.lost[lost]}>
      {isNew ? (
        <Button onClick={() => window.location.reload()}>{commonTexts.reload}</Button>
      ) : (
        <Button onClick={again}>{commonTexts.retry}</Button>
      )}
    </StatusPage>
  );
}

/** The router takes preload() away from what it has. */
async function preload(component: unknown): Promise<void> {
  if (typeof component !== 'function') return;
  await (component as { preload?: () => Promise<unknown> }).preload?.();
}
