import { Badge, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useRemovePasskey } from '@/api/passkeys';
import { secondFactorQuery } from '@/api/second-factor';
import type { Passkey } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import { formatUtcDateTime } from '@/lib/dates';
import { canUsePasskeys } from '@/lib/passkeys';
import { passkeyTexts as texts } from '@/texts/passkeys';

import { ConfirmButton } from './ConfirmButton';
import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';
import { SettingsRow } from './SettingsList';

const PasskeyDialog = lazyPart(() => import('./PasskeyDialog'));

/** One's own passkeys. */
export function PasskeysCard() {
  const factor = useQuery(secondFactorQuery);
  const [adding, dialog] = useDisclosure();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={factor}>
        {({ passkeys, passkeys_offered: isOffered, app, required }) => (
          <>
            {passkeys.length === 0 && isOffered && <Text c="dimmed">{texts.empty}</Text>}
            <ul className={classes.list}>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey}>
                  {!(required && !app && passkeys.length === 1) && (
                    <RemovePasskey passkey={passkey} />
                  )}
                </PasskeyRow>
              ))}
            </ul>
            {isOffered && canUsePasskeys() ? (
              <Group mt="sm">
                <Button onClick={dialog.open}>{texts.add}</Button>
              </Group>
            ) : (
              <Text c="dimmed">{isOffered ? texts.unsupported : texts.notHere}</Text>
            )}
          </>
        )}
      </ListState>
      <Part onGiveUp={dialog.close}>{adding && <PasskeyDialog onClose={dialog.close} />}</Part>
    </SettingsCard>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  children?: React.ReactNode;
}

function PasskeyRow({ passkey: { name, made, last_used, synced }, children }: PasskeyRowProps) {
  return (
    <SettingsRow
      title={name}
      icon={IconFingerprint}
      badge={
        synced && (
          <Badge variant="light" tt="none">
            {texts.synced}
          </Badge>
        )
      }
      about={[
        texts.madeAt(formatUtcDateTime(made)),
        texts.usedAt(last_used === '' ? texts.never : formatUtcDateTime(last_used)),
      ].join(' · ')}
    >
      {children}
    </SettingsRow>
  );
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const remove = useRemovePasskey();
  return (
    <ConfirmButton
      label={texts.remove}
      name={texts.removeThing(name)}
      title={texts.removeTitle(name)}
      message={texts.removeMessage}
      confirm={texts.remove}
      mutation={remove}
      variables={id}
      done={() => texts.removed}
    />
  );
}
