import { Stack } from '@mantine/core';

import { ApplicationPasswordsCard } from './ApplicationPasswordsCard';
import { PasswordCard } from './PasswordCard';
import { SessionsCard } from './SessionsCard';

export function SecurityTab() {
  return (
    <Stack gap="md">
      <PasswordCard />
      <SessionsCard />
      <ApplicationPasswordsCard />
    </Stack>
  );
}
