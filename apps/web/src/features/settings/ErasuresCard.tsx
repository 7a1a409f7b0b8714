import { Badge } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { erasuresQuery, useWithdrawErasure } from '@/api/erasures';
import type { Erasure } from '@/api/types';
import { formatDate } from '@/lib/dates';
import { notifyFailure } from '@/lib/notify-failure';
import { erasureTexts } from '@/texts/erasure';

import { RowButton } from './RowButton';
import { SettingsCard } from './SettingsCard';
import { SettingsList, SettingsRow } from './SettingsList';

const { list: texts } = erasureTexts;

const shown = 25;

const colors = { planned: 'orange', waiting: 'red', withdrawn: 'gray', destroyed: 'gray' };

/** Who is to be erased, and how often somebody was. */
export function ErasuresCard() {
  const list = useQuery(erasuresQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <SettingsList query={list} empty={texts.empty} limit={shown}>
        {(erasure) => <ErasureRow key={erasure.id} erasure={erasure} />}
      </SettingsList>
    </SettingsCard>
  );
}

const day = (stamp: string) => formatDate(stamp.slice(0, 10));

function about({ state, cause, asked, by, due, ended, open, parts }: Erasure): string {
  if (open.length > 0) return texts.waiting(day(asked), day(due), open);
  if (state === 'planned' && cause === 'left') return texts.left(day(asked), day(due));
  if (state === 'planned') return texts.due(day(asked), by, day(due));
  if (state === 'withdrawn') return texts.withdrawn(day(ended));
  return texts.destroyed(
    day(ended),
    parts.filter(({ fate }) => fate === 'goes').reduce((sum, { count }) => sum + count, 0),
  );
}

function ErasureRow({ erasure }: { erasure: Erasure }) {
  const withdraw = useWithdrawErasure();
  const { id, person, state } = erasure;
  const shownAs = erasure.open.length > 0 ? 'waiting' : state;
  const name = erasure.name === '' ? texts.gone(person) : erasure.name;
  return (
    <SettingsRow
      title={name}
      icon={IconUserOff}
      badge={
        <Badge variant="light" color={colors[shownAs]} tt="none">
          {texts.states[shownAs]}
        </Badge>
      }
      about={about(erasure)}
    >
      {state === 'planned' && (
        <RowButton
          label={texts.withdraw}
          name={texts.withdrawThing(name)}
          loading={withdraw.isPending}
          // A promise: the row is another one when the list comes anew, and its own callbacks go with it.
          onClick={() =>
            void withdraw
              .mutateAsync(id)
              .then(
                () => notifications.show({ color: 'green', message: texts.back(name) }),
                notifyFailure,
              )
          }
        />
      )}
    </SettingsRow>
  );
}
