import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { duplicatesQuery, useDismissDuplicate } from '@/api/duplicates';
import type { Duplicate } from '@/api/types';
import { RowButton } from '@/features/settings/RowButton';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { SettingsList, SettingsRow } from '@/features/settings/SettingsList';
import { notifyFailure } from '@/lib/notify-failure';
import { duplicateTexts as texts } from '@/texts/duplicates';

import { MergeDialog } from './MergeDialog';

const shown = 25;

/** People who are probably one. */
export function DuplicatesTab() {
  const list = useQuery(duplicatesQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <SettingsList query={list} empty={texts.empty} limit={shown}>
        {(pair) => <PairRow key={pair.people.map(({ id }) => id).join()} pair={pair} />}
      </SettingsList>
    </SettingsCard>
  );
}

function PairRow({ pair: { people, reasons } }: { pair: Duplicate }) {
  const dismiss = useDismissDuplicate();
  const [merging, dialog] = useDisclosure();
  const [a, b] = people;
  if (a === undefined || b === undefined) return null;
  const name = texts.pair(a.name, b.name);
  return (
    <SettingsRow title={name} icon={IconUsers} about={texts.reasons(reasons)}>
      <Group gap="xs">
        <RowButton
          label={texts.dismiss}
          name={texts.dismissThing(name)}
          loading={dismiss.isPending}
          // A promise: the row is gone when the list comes anew, and its own callbacks with it.
          onClick={() =>
            void dismiss
              .mutateAsync({ winner: a.id, loser: b.id })
              .then(
                () => notifications.show({ color: 'green', message: texts.dismissed(name) }),
                notifyFailure,
              )
          }
        />
        <RowButton label={texts.merge} name={texts.mergeThing(name)} onClick={dialog.open} />
      </Group>
      {merging && <MergeDialog people={[a, b]} onClose={dialog.close} />}
    </SettingsRow>
  );
}
