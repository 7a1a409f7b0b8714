import { DataList } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { clubNameQuery, versionQuery } from '@/api/club';
import { commonTexts } from '@/texts/common';
import { settingsTexts } from '@/texts/settings';

import { SettingsCard } from './SettingsCard';

const texts = settingsTexts.info;

export function InfoTab() {
  const club = useQuery(clubNameQuery);
  const version = useQuery(versionQuery);
  return (
    <SettingsCard title={texts.title}>
      <DataList labelWidth="7rem">
        <DataList.Item>
          <DataList.ItemLabel>{texts.club}</DataList.ItemLabel>
          <DataList.ItemValue>{club.data ?? commonTexts.empty}</DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>{texts.version}</DataList.ItemLabel>
          <DataList.ItemValue>{version.data?.current ?? commonTexts.empty}</DataList.ItemValue>
        </DataList.Item>
      </DataList>
    </SettingsCard>
  );
}
