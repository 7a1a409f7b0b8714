import { Badge, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

import { useSignUp } from '@/api/shifts';
import type { Shift } from '@/api/types';
import { dayText } from '@/lib/calendar';
import { notifyFailure } from '@/lib/notify-failure';
import { shiftTexts as texts } from '@/texts/shifts';

import { lacks, statusOf } from './route';
import classes from './Shifts.module.css';

interface ShiftRowProps {
  shift: Shift;
  onOpen: () => void;
}

/** A shift of the list, with what the user can do about it. */
export function ShiftRow({ shift, onOpen }: ShiftRowProps) {
  const { title, place, start, end, filled, capacity, status, assignments } = shift;
  return (
    <li className={classes.row} data-off={status === 'cancelled' || undefined}>
      <span className={classes.time}>{texts.time(start, end)}</span>
      <div>
        <button
          type="button"
          className={classes.open}
          title={texts.openThing(title)}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {title}
        </button>
        {place !== '' && (
          <Text size="sm" c="dimmed">
            {place}
          </Text>
        )}
      </div>
      <div>
        <Text size="sm">{texts.filledLong(filled, capacity)}</Text>
        {assignments.length > 0 && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {assignments.map(({ name }) => name).join(', ')}
          </Text>
        )}
      </div>
      <div className={classes.end}>
        <ShiftBadges shift={shift} />
        <SignButton shift={shift} />
      </div>
    </li>
  );
}

const colors = { open: 'green', full: 'gray', cancelled: 'red', completed: 'gray' } as const;

/** What is to be known of a shift at a glance. */
export function ShiftBadges({ shift }: { shift: Shift }) {
  const { published, mine } = shift;
  const status = statusOf(shift);
  const short = lacks(shift);
  return (
    <>
      {!published && (
        <Badge variant="outline" color="gray" tt="none">
          {texts.draft}
        </Badge>
      )}
      {mine && status !== 'cancelled' && (
        <Badge variant="light" tt="none">
          {texts.comes}
        </Badge>
      )}
      {short > 0 ? (
        <Badge variant="light" color="orange" tt="none">
          {texts.short(short)}
        </Badge>
      ) : (
        <Badge variant="light" color={colors[status]} tt="none">
          {texts.statuses[status]}
        </Badge>
      )}
    </>
  );
}

/** Signs the user up for a shift or off from it, where the server says that they can. */
export function SignButton({ shift }: { shift: Shift }) {
  const sign = useSignUp();
  const { id, title, date, can_sign_up: up, can_sign_off: off } = shift;
  if (!up && !off) return null;
  const day = dayText(date, 'full');
  // The row may be gone by then, and what it would have been told with it: so the promise tells.
  const go = () =>
    void sign.mutateAsync({ id, comes: up }).then(
      () =>
        notifications.show({
          color: 'green',
          message: up ? texts.signedUp(title) : texts.signedOff(title),
        }),
      notifyFailure,
    );
  return (
    <Button
      size="compact-sm"
      variant={up ? 'filled' : 'default'}
      aria-label={up ? texts.signUpFor(title, day) : texts.signOffFrom(title, day)}
      loading={sign.isPending}
      onClick={go}
    >
      {up ? texts.signUp : texts.signOff}
    </Button>
  );
}
