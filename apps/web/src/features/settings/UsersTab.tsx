import { ActionIcon, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { usePreferences } from '@/api/preferences';
import { sessionQuery } from '@/api/session';
import type { ClubUser } from '@/api/types';
import { usersQuery } from '@/api/users';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import { Table, type TableColumn } from '@/components/table/Table';
import { formatUtcDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { accountTexts, scopeTexts, userTexts as texts } from '@/texts/settings-admin';

import type { AccountDeed } from './AccountDialogs';
import { roleName } from './roles';
import { SettingsCard } from './SettingsCard';
import { WelcomeCard } from './WelcomeCard';

const ScopeDialog = lazyPart(() => import('./ScopeDialog'));
const RolesDialog = lazyPart(() => import('./RolesDialog'));
const AccountDialog = lazyPart(() => import('./AccountDialogs'));
const NewAccountDialog = lazyPart(() => import('./NewAccountDialog'));

const columns: readonly TableColumn<ClubUser>[] = [
  {
    id: 'username',
    label: texts.username,
    width: '9rem',
    givesWay: true,
    cell: ({ username }) => username,
  },
  { id: 'email', label: texts.email, width: '8.5rem', grows: true, cell: ({ email }) => email },
  { id: 'roles', label: texts.roles, width: '10rem', cell: (user) => roleNames(user) },
  { id: 'last_active', label: texts.lastActive, width: '7rem', cell: (user) => lastActive(user) },
  {
    id: 'person',
    label: texts.person,
    width: '9rem',
    cell: (user) => <LinkedPerson user={user} />,
  },
];

type Deed = AccountDeed | 'roles' | 'scope';

export function UsersTab() {
  const users = useQuery(usersQuery);
  const { data: me } = useQuery(sessionQuery);
  const [open, setOpen] = useState<{ user: ClubUser; deed: Deed }>();
  const [isAdding, setAdding] = useState(false);
  const close = () => setOpen(undefined);
  const menu = (user: ClubUser) => (
    <UserMenu user={user} isOwn={user.id === me?.id} onChoose={(deed) => setOpen({ user, deed })} />
  );
  const { density } = usePreferences();
  return (
    <Stack gap="md">
      <SettingsCard
        title={texts.title}
        intro={texts.intro}
        action={
          <Button
            variant="default"
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {accountTexts.add}
          </Button>
        }
      >
        <ListState query={users}>
          {(list) => (
            <Table
              label={texts.title}
              rows={list}
              idOf={({ id }) => id}
              name={{ id: 'name', label: texts.name, width: '9.5rem', cell: ({ name }) => name }}
              columns={[
                // Beside the name, where it is in view on a small screen, too.
                { id: 'actions', label: accountTexts.column, width: '4.75rem', cell: menu },
                { id: 'state', label: accountTexts.state, width: '7.25rem', cell: stateOf },
                ...columns,
              ]}
              line={(user) => (
                <Group justify="space-between" wrap="nowrap" align="flex-start" w="100%">
                  <Stack gap={0} miw={0} align="flex-start">
                    <Group gap="xs">
                      {user.name}
                      {stateOf(user)}
                    </Group>
                    <Text size="sm" c="dimmed">
                      {[user.username, user.email].join(' · ')}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {[roleNames(user), lastActive(user)].join(' · ')}
                    </Text>
                  </Stack>
                  {menu(user)}
                </Group>
              )}
              density={density}
              keyed
            />
          )}
        </ListState>
      </SettingsCard>
      <WelcomeCard />
      <Part onGiveUp={close}>
        {open?.deed === 'scope' && <ScopeDialog user={open.user} onClose={close} />}
        {open?.deed === 'roles' && <RolesDialog user={open.user} onClose={close} />}
        {open !== undefined && open.deed !== 'scope' && open.deed !== 'roles' && (
          <AccountDialog user={open.user} deed={open.deed} onClose={close} />
        )}
      </Part>
      <Part onGiveUp={() => setAdding(false)}>
        {isAdding && <NewAccountDialog onClose={() => setAdding(false)} />}
      </Part>
    </Stack>
  );
}

interface UserMenuProps {
  user: ClubUser;
  isOwn: boolean;
  onChoose: (deed: Deed) => void;
}

/** What an administrator can do with an account; with one's own only what does not lock one out. */
function UserMenu({ user, isOwn, onChoose }: UserMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={accountTexts.actions(user.name)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('roles')}>{accountTexts.roles}</Menu.Item>
        <Menu.Item onClick={() => onChoose('email')}>{accountTexts.changeEmail}</Menu.Item>
        {user.linked_person_id === null ? (
          <Menu.Item onClick={() => onChoose('link')}>{accountTexts.link}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => onChoose('unlink')}>{accountTexts.unlink}</Menu.Item>
        )}
        {!isOwn && (
          <>
            <Menu.Item onClick={() => onChoose('scope')}>{scopeTexts.column}</Menu.Item>
            {user.linked_person_id !== null && !user.blocked && (
              <Menu.Item onClick={() => onChoose('welcome')}>{accountTexts.resend}</Menu.Item>
            )}
            {!user.blocked && (
              <Menu.Item onClick={() => onChoose('reset')}>{accountTexts.reset}</Menu.Item>
            )}
            {user.second_factor && (
              <Menu.Item onClick={() => onChoose('factor')}>{accountTexts.factor}</Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item onClick={() => onChoose('block')}>
              {user.blocked ? accountTexts.unblock : accountTexts.block}
            </Menu.Item>
            <Menu.Item color="var(--mantine-color-error)" onClick={() => onChoose('remove')}>
              {accountTexts.remove}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const roleNames = ({ roles }: ClubUser): string =>
  roles.map(roleName).join(', ') || commonTexts.empty;

const lastActive = ({ last_active }: ClubUser): string =>
  last_active === null ? texts.never : formatUtcDate(last_active);

const Blocked = () => (
  <Badge component="span" variant="light" color="red">
    {texts.blocked}
  </Badge>
);

const HasFactor = () => (
  <Badge component="span" variant="light" color="green">
    {accountTexts.hasFactor}
  </Badge>
);

/** What stands out about an account. Whoever is blocked cannot sign in, with whatever factor. */
const stateOf = ({ blocked, second_factor }: ClubUser): ReactNode =>
  blocked ? <Blocked /> : second_factor && <HasFactor />;

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
