import { Button } from '@mantine/core';

import { describeError } from '@/lib/describe-error';
import { commonTexts } from '@/texts/common';

import { FrameIcon } from './icons/FrameIcon';
import { Nothing } from './Nothing';

interface LoadFailedProps {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** In place of one block of a page whose data did not arrive. */
export function LoadFailed({ error, retrying, onRetry }: LoadFailedProps) {
  const { title, message } = describeError(error);
  return (
    <Nothing alert icon={<FrameIcon name="cloud-off" />} title={title} message={message}>
      <Button variant="default" loading={retrying} onClick={onRetry}>
        {commonTexts.retry}
      </Button>
    </Nothing>
  );
}
