import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { clubSettingsQuery } from '@/api/club-settings';
import { ListState } from '@/components/ListState';
import { clubTexts as texts } from '@/texts/club';

import { ClubForm, SenderForm } from './ClubForms';
import { ClubLogo } from './ClubLogo';
import { SettingsCard } from './SettingsCard';

/** Who the club is to its members; for administrators. */
export function ClubTab() {
  const settings = useQuery(clubSettingsQuery);
  return (
    <ListState query={settings}>
      {(saved) => (
        <Stack>
          <SettingsCard title={texts.title} intro={texts.intro}>
            <ClubForm saved={saved} />
          </SettingsCard>
          <SettingsCard title={texts.logo} intro={texts.logoIntro}>
            <ClubLogo saved={saved} />
          </SettingsCard>
          <SettingsCard title={texts.sender} intro={texts.senderIntro}>
            <SenderForm saved={saved} />
          </SettingsCard>
        </Stack>
      )}
    </ListState>
  );
}
