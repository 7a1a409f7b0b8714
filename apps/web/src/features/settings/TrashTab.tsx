import { Badge } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import type { Removed } from '@/api/types';
import { trashQuery, useRestorePerson } from '@/api/undo';
import { notifyFailure } from '@/lib/notify-failure';
import { formatUtcDateTime } from '@/lib/dates';
import { trashTexts as texts } from '@/texts/undo';

import { RowButton } from './RowButton';
import { SettingsCard } from './SettingsCard';
import { SettingsList, SettingsRow } from './SettingsList';

/** Under so many days it is time to look. */
const soon = 7;

const shown = 50;

export function TrashTab() {
  const trash = useQuery(trashQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <SettingsList query={trash} empty={texts.empty} limit={shown}>
        {(removed) => <RemovedRow key={removed.id} removed={removed} />}
      </SettingsList>
    </SettingsCard>
  );
}

function RemovedRow({ removed }: { removed: Removed }) {
  const { id, name, deleted_gmt, deleted_by_name, days_left } = removed;
  const restore = useRestorePerson();
  return (
    <SettingsRow
      title={name}
      icon={IconUser}
      badge={
        <Badge variant="light" color={days_left < soon ? 'orange' : 'gray'} tt="none">
          {texts.daysLeft(days_left)}
        </Badge>
      }
      about={texts.about(formatUtcDateTime(deleted_gmt), deleted_by_name)}
    >
      <RowButton
        label={texts.restore}
        name={texts.restoreThing(name)}
        loading={restore.isPending}
        // A promise: the row is gone when the list comes anew, and its own callbacks with it.
        onClick={() =>
          void restore
            .mutateAsync(id)
            .then(
              () => notifications.show({ color: 'green', message: texts.restored(name) }),
              notifyFailure,
            )
        }
      />
    </SettingsRow>
  );
}
