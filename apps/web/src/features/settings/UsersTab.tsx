import { ActionIcon, Badge, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import type { ClubUser } from '@/api/types';
import { usePreferences } from '@/api/preferences';
import { sessionQuery } from '@/api/session';
import { usersQuery } from '@/api/users';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import { Table, type TableColumn } from '@/components/table/Table';
import { formatUtcDate, formatUtcDateTime } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { scopeTexts, userTexts as texts } from '@/texts/settings-admin';

import { SettingsCard } from './SettingsCard';

const ScopeDialog = lazyPart(() => import('./ScopeDialog'));

const columns: readonly TableColumn<ClubUser>[] = [
  { id: 'username', label: texts.username, width: '8.5rem', cell: ({ username }) => username },
  { id: 'email', label: texts.email, width: '14rem', grows: true, cell: ({ email }) => email },
  {
    id: 'roles',
    label: texts.roles,
    width: '10rem',
    cell: (user) => roleNames(user),
  },
  {
    id: 'registered',
    label: texts.registered,
    width: '7.5rem',
    cell: ({ registered }) => formatUtcDate(registered),
  },
  { id: 'last_active', label: texts.lastActive, width: '11rem', cell: (user) => lastActive(user) },
  {
    id: 'person',
    label: texts.person,
    width: '9.5rem',
    cell: (user) => <LinkedPerson user={user} />,
  },
];

export function UsersTab() {
  const users = useQuery(usersQuery);
  const { data: me } = useQuery(sessionQuery);
  const [scoped, setScoped] = useState<ClubUser>();
  // Nobody gives themselves anything.
  const scopeButton = (user: ClubUser) =>
    user.id !== me?.id && (
      <ActionIcon
        variant="subtle"
        aria-label={scopeTexts.edit(user.name)}
        onClick={() => setScoped(user)}
      >
        <IconEye size={18} aria-hidden />
      </ActionIcon>
    );
  // The button stands where it is seen without moving the table sideways.
  const withScope: readonly TableColumn<ClubUser>[] = [
    ...columns.slice(0, 3),
    { id: 'scope', label: scopeTexts.column, width: '6rem', cell: scopeButton },
    ...columns.slice(3),
  ];
  const { density } = usePreferences();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={users}>
        {(list) => (
          <Table
            label={texts.title}
            rows={list}
            idOf={({ id }) => id}
            name={{ id: 'name', label: texts.name, width: '10rem', cell: nameOf }}
            columns={withScope}
            line={(user) => (
              <Stack gap={0} miw={0} align="flex-start">
                {nameOf(user)}
                <Text size="sm" c="dimmed">
                  {[user.username, user.email].join(' · ')}
                </Text>
                <Text size="sm" c="dimmed">
                  {[roleNames(user), lastActive(user)].join(' · ')}
                </Text>
                {scopeButton(user)}
              </Stack>
            )}
            density={density}
            keyed
          />
        )}
      </ListState>
      <Part onGiveUp={() => setScoped(undefined)}>
        {scoped && <ScopeDialog user={scoped} onClose={() => setScoped(undefined)} />}
      </Part>
    </SettingsCard>
  );
}

const roleNames = ({ roles }: ClubUser): string =>
  roles.map((role) => texts.roleNames[role] ?? role).join(', ');

const lastActive = ({ last_active }: ClubUser): string =>
  last_active === null ? texts.never : formatUtcDateTime(last_active);

const nameOf = ({ name, blocked }: ClubUser): ReactNode => (
  <>
    {name}
    {blocked && (
      <Badge component="span" variant="light" color="red" ml="xs">
        {texts.blocked}
      </Badge>
    )}
  </>
);

function LinkedPerson({ user: { linked_person_id, linked_person_name } }: { user: ClubUser }) {
  if (linked_person_id === null) return commonTexts.empty;
  return (
    <AnchorLink
      to="/leden/$personId"
      params={{ personId: linked_person_id }}
      preload={false}
      inherit
    >
      {linked_person_name || commonTexts.unnamed}
    </AnchorLink>
  );
}
