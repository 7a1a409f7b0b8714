import { Anchor } from '@mantine/core';

import { settingsTexts } from '@/texts/settings';

import { SettingsCard } from './SettingsCard';

const texts = settingsTexts.programs;

/** For who connects another program. */
export function ProgramsTab() {
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      {/* A page of its own, outside the router. */}
      <Anchor href="/reference" w="fit-content">
        {texts.reference}
      </Anchor>
    </SettingsCard>
  );
}
