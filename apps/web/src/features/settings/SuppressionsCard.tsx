import { Badge } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { suppressionsQuery, useLiftSuppression } from '@/api/suppressions';
import type { Suppression } from '@/api/types';
import { formatUtcDateTime } from '@/lib/dates';
import { suppressionTexts as texts } from '@/texts/suppressions';

import { ConfirmButton } from './ConfirmButton';
import { SettingsCard } from './SettingsCard';
import { SettingsList, SettingsRow } from './SettingsList';

const shown = 20;

/** The addresses to which nothing is sent, or soon not any more. */
export function SuppressionsCard() {
  const list = useQuery(suppressionsQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <SettingsList query={list} empty={texts.empty} limit={shown}>
        {(one) => <AddressRow key={one.id} suppression={one} />}
      </SettingsList>
    </SettingsCard>
  );
}

function AddressRow({
  suppression: { id, email, kind, blocked, last },
}: {
  suppression: Suppression;
}) {
  const lift = useLiftSuppression();
  return (
    <SettingsRow
      title={email}
      icon={IconMailOff}
      badge={
        <Badge variant="light" color={blocked ? 'red' : 'orange'} tt="none">
          {blocked ? texts.blocked : texts.watched}
        </Badge>
      }
      about={texts.about(kind, formatUtcDateTime(last))}
    >
      <ConfirmButton
        label={texts.lift}
        name={texts.liftThing(email)}
        title={texts.liftTitle(email)}
        message={texts.liftMessage}
        confirm={texts.lift}
        mutation={lift}
        variables={id}
        done={() => texts.lifted(email)}
      />
    </SettingsRow>
  );
}
