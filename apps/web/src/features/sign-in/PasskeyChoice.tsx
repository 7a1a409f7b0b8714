import { Button, Divider, type MantineSize } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';

import { canUsePasskeys } from '@/lib/passkeys';
import { passkeyTexts as texts } from '@/texts/passkeys';

interface PasskeyChoiceProps {
  /** The password was right, and a code is asked for. */
  afterPassword: boolean;
  pending: boolean;
  onClick: () => void;
  size?: MantineSize;
}

/** Offers a passkey instead of what is asked for, where the browser has them. */
export function PasskeyChoice({ afterPassword, pending, onClick, size }: PasskeyChoiceProps) {
  if (!canUsePasskeys()) return null;
  return (
    <>
      <Divider label={texts.or} labelPosition="center" />
      <Button
        variant="default"
        size={size}
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={pending}
        onClick={onClick}
      >
        {afterPassword ? texts.instead : texts.signIn}
      </Button>
    </>
  );
}
