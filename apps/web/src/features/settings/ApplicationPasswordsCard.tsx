import { Badge } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import {
  applicationPasswordsQuery,
  useCreateApplicationPassword,
  useRevokeApplicationPassword,
} from '@/api/account';
import type { ApplicationPassword } from '@/api/types';
import { formatDate, formatUtcDateTime } from '@/lib/dates';
import { settingsTexts } from '@/texts/settings';

import { ApplicationPasswordForm } from './ApplicationPasswordForm';
import { ConfirmButton } from './ConfirmButton';
import { NewSecretDialog } from './NewSecretDialog';
import { SettingsCard } from './SettingsCard';
import { SettingsList, SettingsRow } from './SettingsList';

const texts = settingsTexts.applicationPasswords;

export function ApplicationPasswordsCard() {
  const passwords = useQuery(applicationPasswordsQuery);
  const create = useCreateApplicationPassword();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ApplicationPasswordForm create={create} />
      {/* Reset forgets the secret: it is never shown again. */}
      <NewSecretDialog secret={create.data?.password} onClose={create.reset} />
      <SettingsList query={passwords} empty={texts.empty}>
        {(password) => (
          <PasswordRow key={password.uuid} password={password}>
            <RevokeButton password={password} />
          </PasswordRow>
        )}
      </SettingsList>
    </SettingsCard>
  );
}

function RevokeButton({ password: { uuid, name } }: { password: ApplicationPassword }) {
  const revoke = useRevokeApplicationPassword();
  return (
    <ConfirmButton
      label={texts.revoke}
      name={texts.revokeThing(name)}
      title={texts.revokeTitle(name)}
      message={texts.revokeMessage}
      confirm={texts.revoke}
      mutation={revoke}
      variables={uuid}
      done={() => texts.revoked}
    />
  );
}

interface PasswordRowProps {
  password: ApplicationPassword;
  children?: ReactNode;
}

/** What a password is for, how far it reaches, and whether it is in use. */
export function PasswordRow({ password, children }: PasswordRowProps) {
  const { name, created, expires, expired, read_only: readOnly } = password;
  return (
    <SettingsRow
      title={name}
      icon={IconKey}
      badge={
        <>
          {readOnly && (
            <Badge variant="light" tt="none">
              {texts.readOnly}
            </Badge>
          )}
          {expired && (
            <Badge variant="light" color="gray" tt="none">
              {texts.expired}
            </Badge>
          )}
        </>
      }
      about={[
        `${texts.createdAt} ${formatUtcDateTime(created)}`,
        ...(expires === null ? [] : [(expired ? texts.worked : texts.works)(formatDate(expires))]),
        `${texts.lastUsed}: ${lastUse(password)}`,
      ].join(' · ')}
    >
      {children}
    </SettingsRow>
  );
}

function lastUse({ last_used, last_ip }: ApplicationPassword): string {
  if (last_used === null) return texts.never;
  const time = formatUtcDateTime(last_used);
  return last_ip === null ? time : texts.usedFrom(time, last_ip);
}
