import { Stack } from '@mantine/core';

import { ApplicationPasswordsCard } from './ApplicationPasswordsCard';
import { PasskeysCard } from './PasskeysCard';
import { PasswordCard } from './PasswordCard';
import { SecondFactorCard } from './SecondFactorCard';
import { SessionsCard } from './SessionsCard';

export function SecurityTab() {
  return (
    <Stack gap="md">
      <PasswordCard />
      <SecondFactorCard />
      <PasskeysCard />
      <SessionsCard />
      <ApplicationPasswordsCard />
    </Stack>
  );
}
