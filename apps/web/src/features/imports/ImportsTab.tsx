import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileSpreadsheet } from '@tabler/icons-react';

import { importsQuery } from '@/api/imports';
import type { PeopleImport } from '@/api/types';
import { ButtonLink } from '@/components/ButtonLink';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { SettingsList, SettingsRow } from '@/features/settings/SettingsList';
import { formatDateTime } from '@/lib/dates';
import { importTexts as texts } from '@/texts/imports';

import { ImportPage } from './ImportPage';
import { StateBadge } from './StateBadge';
import { UploadCard } from './UploadCard';

const shown = 20;

/** A file of people: all of them, or one. */
export function ImportsTab({ id }: { id: number | undefined }) {
  return id === undefined ? <AllImports /> : <ImportPage key={id} id={id} />;
}

function AllImports() {
  const list = useQuery(importsQuery);
  return (
    <Stack gap="lg">
      <UploadCard />
      <SettingsCard title={texts.earlier}>
        <SettingsList query={list} empty={texts.none} limit={shown}>
          {(one) => <Earlier key={one.id} one={one} />}
        </SettingsList>
      </SettingsCard>
    </Stack>
  );
}

function Earlier({ one }: { one: PeopleImport }) {
  return (
    <SettingsRow
      title={one.file}
      icon={IconFileSpreadsheet}
      badge={<StateBadge state={one.state} />}
      about={texts.about(one, formatDateTime(one.created))}
    >
      <ButtonLink
        to="/instellingen/importeren"
        search={{ nummer: one.id }}
        variant="default"
        size="compact-md"
        aria-label={texts.open(one.file)}
      >
        {texts.look}
      </ButtonLink>
    </SettingsRow>
  );
}
