import { Stack } from '@mantine/core';

import { ApplicationPasswordsCard } from './ApplicationPasswordsCard';
import { PasswordCard } from './PasswordCard';
import { SecondFactorCard } from './SecondFactorCard';
import { SessionsCard } from './SessionsCard';

export function SecurityTab() {
  return (
    <Stack gap="md">
      <PasswordCard />
      <SecondFactorCard />
      <SessionsCard />
      <ApplicationPasswordsCard />
    </Stack>
  );
}
