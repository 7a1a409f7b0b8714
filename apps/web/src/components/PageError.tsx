import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { ApiError, ConnectionError, hasStatus, UnexpectedAnswerError } from '@/api/errors';
import { describeError } from '@/lib/describe-error';
import { commonTexts } from '@/texts/common';
import { errorTexts } from '@/texts/errors';

import { NoAccess, NotFound, StatusPage } from './StatusPage';

/** What stands in place of a page that could not be shown: the shell around it stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useEffect(() => queries.reset(), [queries]);

  if (hasStatus(error, 403)) return <NoAccess />;
  if (hasStatus(error, 404)) return <NotFound />;

  const failedToLoad =
    error instanceof ApiError ||
    error instanceof ConnectionError ||
    error instanceof UnexpectedAnswerError;
  if (!failedToLoad) {
    return (
      <StatusPage icon={<IconAlertTriangle />} {...describeError(error)}>
        <Button onClick={() => window.location.reload()}>{errorTexts.crash.reload}</Button>
      </StatusPage>
    );
  }
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <StatusPage icon={<IconCloudOff />} {...describeError(error)}>
      <Button onClick={retry}>{commonTexts.retry}</Button>
    </StatusPage>
  );
}
