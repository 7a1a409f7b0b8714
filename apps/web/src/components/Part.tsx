import { Button, Group, Text } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';

import { commonTexts } from '@/texts/common';
import { errorTexts } from '@/texts/errors';

import { FrameIcon } from './icons/FrameIcon';
import { isLost, PartError, reloadLostStyles } from './lazy-part';
import classes from './Part.module.css';
import { useLost } from './use-lost';

interface PartProps {
  children: ReactNode;
  /** Stands there while the part is on its way. */
  fallback?: ReactNode;
  /** The part would lie over the page: so does the message, and what it is fetched for can be given up. */
  onGiveUp?: () => void;
}

/**
 * A part of the page that may fail alone: its file does not come, or it crashes. The page around it stays as it is, with all
 * that was typed there.
 */
export class Part extends Component<PartProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'unknown' };
  }

  override render() {
    const { children, fallback, onGiveUp } = this.props;
    const { error } = this.state;
    if (error === undefined) return <Suspense fallback={fallback}>{children}</Suspense>;
    const giveUp = onGiveUp && {
      onGiveUp: () => {
        onGiveUp();
        this.retry(error);
      },
    };
    return (
      <>
        {onGiveUp && fallback}
        <PartFailed error={error} onRetry={() => this.retry(error)} {...giveUp} />
      </>
    );
  }

  private retry(error: unknown) {
    if (error instanceof PartError) {
      error.again();
      reloadLostStyles();
    }
    this.setState({ error: undefined });
  }
}

interface PartFailedProps {
  error: unknown;
  onRetry: () => void;
  onGiveUp?: () => void;
}

function PartFailed({ error, onRetry, onGiveUp }: PartFailedProps) {
  const lost = useLost(isLost(error), onRetry);
  const isNew = lost === 'new';
  const { title, message } = isLost(error) ? errorTexts.lost[lost] : errorTexts.partCrash;
  return (
    <div
      role="alert"
      className={onGiveUp ? `${classes.failed} ${classes.over}` : classes.failed}
      data-new={isNew || undefined}
    >
      <FrameIcon name="alert-triangle" size={20} />
      <div>
        <Text fw={700} size="sm">
          {title}
        </Text>
        <Text size="sm">{message}</Text>
        <Group gap="xs" mt="sm">
          {isNew ? (
            <Button size="xs" onClick={() => window.location.reload()}>
              {commonTexts.reload}
            </Button>
          ) : (
            <Button size="xs" variant="default" onClick={onRetry}>
              {commonTexts.retry}
            </Button>
          )}
          {onGiveUp && (
            <Button size="xs" variant="subtle" onClick={onGiveUp}>
              {commonTexts.close}
            </Button>
          )}
        </Group>
      </div>
    </div>
  );
}
