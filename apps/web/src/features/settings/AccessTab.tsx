import { useState } from 'react';

import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { type ChosenUser, UserSelect } from '@/components/UserSelect';
import { scopeTexts as texts } from '@/texts/settings-admin';

import { SettingsCard } from './SettingsCard';

const ScopeDialog = lazyPart(() => import('./ScopeDialog'));

/** Where teams and age groups are given to users, by who decides that and may not see their accounts. */
export function AccessTab() {
  const [user, setUser] = useState<ChosenUser>();
  const close = () => setUser(undefined);
  return (
    <SettingsCard title={texts.column} intro={texts.tabIntro}>
      <UserSelect label={texts.who} momentary value={undefined} onChange={setUser} />
      <Part onGiveUp={close}>{user && <ScopeDialog user={user} onClose={close} />}</Part>
    </SettingsCard>
  );
}
