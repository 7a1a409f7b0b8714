import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { ClubUser } from '@/api/types';
import { usersQuery } from '@/api/users';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { formatUtcDate, formatUtcDateTime } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';
import { userTexts as texts } from '@/texts/settings-admin';

import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';

const cells: readonly { label: string; of: (user: ClubUser) => ReactNode }[] = [
  { label: texts.username, of: ({ username }) => username },
  { label: texts.email, of: ({ email }) => email },
  { label: texts.roles, of: ({ roles }) => <Roles roles={roles} /> },
  { label: texts.registered, of: ({ registered }) => formatUtcDate(registered) },
  {
    label: texts.lastActive,
    of: ({ last_active }) => (last_active === null ? texts.never : formatUtcDateTime(last_active)),
  },
  { label: texts.person, of: (user) => <LinkedPerson user={user} /> },
];

export function UsersTab() {
  const users = useQuery(usersQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={users}>
        {(list) => (
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{texts.name}</th>
                {cells.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.map((user) => (
                <tr key={user.id}>
                  <th scope="row">
                    {user.name}
                    {user.blocked && (
                      <Badge component="span" variant="light" color="red" tt="none" ml="xs">
                        {texts.blocked}
                      </Badge>
                    )}
                  </th>
                  {cells.map(({ label, of }) => (
                    <td key={label}>
                      <span className={classes.label} aria-hidden>
                        {label}
                      </span>
                      <span>{of(user)}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ListState>
    </SettingsCard>
  );
}

function Roles({ roles }: { roles: readonly string[] }) {
  return (
    <Group component="span" gap={4}>
      {roles.map((role) => (
        <Badge key={role} variant="light" component="span">
          {texts.roleNames[role] ?? role}
        </Badge>
      ))}
    </Group>
  );
}

function LinkedPerson({ user: { linked_person_id, linked_person_name } }: { user: ClubUser }) {
  if (linked_person_id === null) return commonTexts.empty;
  return (
    <AnchorLink
      to="/leden/$personId"
      params={{ personId: linked_person_id }}
      preload={false}
      inherit
    >
      {linked_person_name || personTexts.unnamed}
    </AnchorLink>
  );
}
