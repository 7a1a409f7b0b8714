import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { can } from '@/api/capabilities';
import {
  shiftQuery,
  useAssign,
  useChangeShift,
  useIsChangingShifts,
  useRelease,
  useRemoveShift,
} from '@/api/shifts';
import type { Shift, ShiftWorker } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Dialog } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import { MessageButton } from '@/features/messages/MessageButton';
import { dayText } from '@/lib/calendar';
import { notifyFailure } from '@/lib/notify-failure';
import { shiftTexts as texts } from '@/texts/shifts';

import { statusOf } from './route';
import { ShiftBadges, SignButton } from './ShiftRow';
import classes from './Shifts.module.css';
import { WorkerSelect } from './WorkerSelect';

const ShiftForm = lazyPart(() => import('./ShiftForm'));

interface ShiftDialogProps {
  id: number;
  onClose: () => void;
}

/** One shift: when and where, who comes, and what planners do about it. */
export default function ShiftDialog({ id, onClose }: ShiftDialogProps) {
  const shift = useQuery(shiftQuery(id));
  const busy = useIsChangingShifts();
  const [editing, setEditing] = useState(false);
  if (editing && shift.data) {
    return (
      <Part onGiveUp={() => setEditing(false)}>
        <ShiftForm shift={shift.data} onClose={() => setEditing(false)} />
      </Part>
    );
  }
  return (
    <Dialog opened onClose={onClose} title={shift.data?.title ?? texts.title} size="lg" busy={busy}>
      <ListState query={shift}>
        {(one) => <Details shift={one} onEdit={() => setEditing(true)} onGone={onClose} />}
      </ListState>
    </Dialog>
  );
}

interface DetailsProps {
  shift: Shift;
  onEdit: () => void;
  onGone: () => void;
}

function Details({ shift, onEdit, onGone }: DetailsProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const plans = can(me, 'vrijwilligers');
  const { date, start, end, place, filled, capacity, mine, can_sign_off } = shift;
  const status = statusOf(shift);
  return (
    <Stack>
      <div>
        <Text fw={600}>{dayText(date, 'full')}</Text>
        <Text>
          {texts.time(start, end)}
          {place !== '' && `, ${place}`}
        </Text>
        <Text c="dimmed">{texts.filledLong(filled, capacity)}</Text>
      </div>
      <Group gap="xs">
        <ShiftBadges shift={shift} />
        <SignButton shift={shift} />
      </Group>
      {mine && !can_sign_off && status !== 'completed' && status !== 'cancelled' && (
        <Text size="sm" c="dimmed">
          {texts.tooLate}
        </Text>
      )}
      {plans && (
        <>
          <Crew shift={shift} />
          <Deeds shift={shift} onEdit={onEdit} onGone={onGone} />
        </>
      )}
    </Stack>
  );
}

/** Who comes; planners put people there and take them away. */
function Crew({ shift }: { shift: Shift }) {
  const { id, assignments, status, filled, capacity } = shift;
  const assign = useAssign();
  return (
    <section aria-label={texts.who}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {texts.who}
        </Title>
        {filled > 0 && <MessageButton who={{ shift: id }} />}
      </Group>
      {assignments.length === 0 ? (
        <Text c="dimmed">{texts.nobody}</Text>
      ) : (
        <ul className={classes.people} aria-label={texts.who}>
          {assignments.map((worker) => (
            <Worker key={worker.person_id} shift={id} worker={worker} />
          ))}
        </ul>
      )}
      {status !== 'cancelled' && (
        <Stack gap="xs" mt="sm">
          {filled < capacity ? (
            <WorkerSelect
              // Anew after each: what was typed is done with.
              key={assignments.length}
              shift={id}
              busy={assign.isPending}
              onChoose={({ person_id: person, name }) =>
                assign.mutate(
                  { id, person },
                  {
                    onSuccess: () =>
                      notifications.show({ color: 'green', message: texts.assigned(name) }),
                  },
                )
              }
            />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.full}
            </Text>
          )}
          <ErrorAlert error={assign.error} />
        </Stack>
      )}
    </section>
  );
}

function Worker({ shift, worker }: { shift: number; worker: ShiftWorker }) {
  const { person_id: person, name, can_open, fills } = worker;
  const release = useRelease();
  const go = () =>
    void release
      .mutateAsync({ id: shift, person })
      .then(
        () => notifications.show({ color: 'green', message: texts.released(name) }),
        notifyFailure,
      );
  return (
    <li className={classes.person}>
      <span>
        {can_open ? (
          <AnchorLink to="/leden/$personId" params={{ personId: person }} preload={false}>
            {name}
          </AnchorLink>
        ) : (
          name
        )}
        {!fills && (
          <Text size="sm" c="dimmed">
            {texts.fillsNot}
          </Text>
        )}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.release(name)}
        loading={release.isPending}
        onClick={go}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function Deeds({ shift, onEdit, onGone }: DetailsProps) {
  const { title, date, published, status, filled, over } = shift;
  const change = useChangeShift();
  const remove = useRemoveShift();
  const [removing, setRemoving] = useState(false);
  const off = status === 'cancelled';
  return (
    <>
      <ErrorAlert error={change.error} />
      {off && filled > 0 && !over && <Text size="sm">{texts.tellThem}</Text>}
      <Group gap="xs" justify="flex-end">
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ shift, values: { published: !published } })}
        >
          {published ? texts.hide : texts.publish}
        </Button>
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ shift, values: { status: off ? 'open' : 'cancelled' } })}
        >
          {off ? texts.reopen : texts.cancelShift}
        </Button>
        <Button variant="default" color="red" onClick={() => setRemoving(true)}>
          {texts.remove}
        </Button>
        <Button onClick={onEdit}>{texts.edit}</Button>
      </Group>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={texts.removeTitle}
        message={`${texts.removeMessage(title, dayText(date, 'full'))}${
          filled > 0 && !over ? ` ${texts.tellFirst}` : ''
        }`}
        confirm={texts.remove}
        mutation={remove}
        variables={shift}
        onDone={() => {
          notifications.show({ color: 'green', message: texts.removed });
          onGone();
        }}
      />
    </>
  );
}
