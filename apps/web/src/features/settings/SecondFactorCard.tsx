import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { secondFactorQuery, useDropFactor, useRenewRecovery } from '@/api/second-factor';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { lazyPart } from '@/components/lazy-part';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import { formatUtcDate } from '@/lib/dates';
import { secondFactorTexts as texts } from '@/texts/second-factor';

import { ConfirmButton } from './ConfirmButton';
import { SettingsCard } from './SettingsCard';

const SecondFactorDialog = lazyPart(() => import('./SecondFactorDialog'));
const RecoveryCodesDialog = lazyPart(() => import('./RecoveryCodesDialog'));

/** One's own second factor: an app on the phone. */
export function SecondFactorCard() {
  const factor = useQuery(secondFactorQuery);
  const [adding, dialog] = useDisclosure();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={factor}>
        {({ enabled, app, since, recovery_codes_left: left, required, passkeys }) => (
          <Stack gap="sm">
            <Group gap="xs" wrap="nowrap">
              {enabled ? (
                <IconShieldCheck aria-hidden color="var(--mantine-color-green-text)" />
              ) : (
                <IconShieldOff aria-hidden />
              )}
              <Text fw={600}>
                {app ? texts.on(formatUtcDate(since)) : enabled ? texts.passkeyAlone : texts.off}
              </Text>
            </Group>
            {enabled && (
              <Text c={left === 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
                {left === 0 ? texts.none : texts.left(left)}
              </Text>
            )}
            {required && <Text c="dimmed">{texts.required}</Text>}
            <Group>
              <Button variant={app ? 'default' : 'filled'} onClick={dialog.open}>
                {app ? texts.otherPhone : texts.turnOn}
              </Button>
              {enabled && <Renew />}
              {app && (!required || passkeys.length > 0) && (
                <TurnOff hasPasskeys={passkeys.length > 0} />
              )}
            </Group>
          </Stack>
        )}
      </ListState>
      <Part onGiveUp={dialog.close}>
        {adding && (
          <SecondFactorDialog replaces={factor.data?.app === true} onClose={dialog.close} />
        )}
      </Part>
    </SettingsCard>
  );
}

function Renew() {
  const [asking, dialog] = useDisclosure();
  const renew = useRenewRecovery();
  const [codes, setCodes] = useState<string[]>();
  const forget = () => setCodes(undefined);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {texts.renew}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={texts.renewTitle}
        message={texts.renewMessage}
        confirm={texts.renew}
        harmless
        mutation={renew}
        variables={undefined}
        onDone={({ recovery_codes }) => setCodes(recovery_codes)}
      />
      <Part onGiveUp={forget}>
        {codes !== undefined && <RecoveryCodesDialog codes={codes} onClose={forget} />}
      </Part>
    </>
  );
}

function TurnOff({ hasPasskeys }: { hasPasskeys: boolean }) {
  const drop = useDropFactor();
  return (
    <ConfirmButton
      label={texts.turnOff}
      title={texts.turnOffTitle}
      message={hasPasskeys ? texts.turnOffBeside : texts.turnOffMessage}
      confirm={texts.turnOff}
      mutation={drop}
      variables={undefined}
      done={() => texts.turnedOff}
    />
  );
}
