import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArrowLeft, IconMailPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';

import { hasStatus } from '@/api/errors';
import type { WorkspaceDetail } from '@/api/types';
import {
  useRemoveMember,
  useRemoveWorkspace,
  useRevokeInvite,
  workspaceGroupsQuery,
  workspaceInvitesQuery,
  workspacePeopleQuery,
  workspaceQuery,
} from '@/api/workspaces';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { Folded } from '@/components/Folded';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { NoAccess, NotFound } from '@/components/StatusPage';
import { useLeadOn } from '@/components/use-lead-on';
import { GroupLink } from '@/features/groups/GroupLink';
import { MessageButton } from '@/features/messages/MessageButton';
import { fullName } from '@/lib/names';
import { RowButton } from '@/features/settings/RowButton';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { formatDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { workspaceTexts as texts } from '@/texts/workspaces';

import { MembersCard } from './MembersCard';
import classes from './Workspaces.module.css';

const WorkspaceDialog = lazyPart(() => import('./WorkspaceDialog'));
const InviteDialog = lazyPart(() => import('./InviteDialog'));

export function WorkspacePage({ id }: { id: number }) {
  const workspace = useQuery(workspaceQuery(id));
  if (hasStatus(workspace.error, 403)) return <NoAccess />;
  if (hasStatus(workspace.error, 404)) return <NotFound />;
  return (
    <Stack gap="md" className={classes.page}>
      <AnchorLink to="/werkruimtes" size="sm" w="fit-content">
        <Group component="span" gap={6}>
          <IconArrowLeft size={16} aria-hidden />
          {texts.title}
        </Group>
      </AnchorLink>
      <ListState query={workspace}>{(found) => <Shown workspace={found} />}</ListState>
    </Stack>
  );
}

function Shown({ workspace }: { workspace: WorkspaceDetail }) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const leadOn = useLeadOn();
  const [editing, edit] = useDisclosure();
  const [removing, removal] = useDisclosure();
  const [leaving, leave] = useDisclosure();
  const remove = useRemoveWorkspace();
  const left = useRemoveMember(workspace.id);
  const { id, name, description, role } = workspace;
  const owns = role === 'owner' || me.is_admin;
  const keeps = owns || role === 'admin';
  const gone = (message: string) => {
    notifications.show({ message, color: 'green' });
    void leadOn({ to: '/werkruimtes' });
  };
  return (
    <>
      <PageHeader
        title={name}
        subtitle={[texts.members(workspace.member_count), texts.roles[role]].join(' · ')}
      />
      {description !== '' && <Text className={classes.description}>{description}</Text>}
      <Group gap="xs">
        {keeps && (
          <Button variant="default" aria-haspopup="dialog" onClick={edit.open}>
            {texts.edit}
          </Button>
        )}
        {role !== '' && role !== 'owner' && (
          <Button variant="default" onClick={leave.open}>
            {texts.leave}
          </Button>
        )}
        {owns && (
          <Button variant="default" c="var(--mantine-color-error)" onClick={removal.open}>
            {texts.remove}
          </Button>
        )}
      </Group>
      <MembersCard workspace={workspace} me={me.id} keeps={keeps} owns={owns} />
      {keeps && <Invites id={id} />}
      <People id={id} />
      <Groups id={id} />
      <Part onGiveUp={edit.close}>
        {editing && <WorkspaceDialog workspace={workspace} onClose={edit.close} />}
      </Part>
      <ConfirmDialog
        opened={removing}
        onClose={removal.close}
        title={texts.removeTitle}
        message={texts.removeMessage(name)}
        confirm={texts.remove}
        mutation={remove}
        variables={workspace}
        onDone={() => gone(texts.removed(name))}
      />
      <ConfirmDialog
        opened={leaving}
        onClose={leave.close}
        title={texts.leaveTitle}
        message={texts.leaveMessage(name)}
        confirm={texts.leave}
        mutation={left}
        variables={me.id}
        onDone={() => gone(texts.left(name))}
      />
    </>
  );
}

/** Who was invited and did not come yet. */
export function Invites({ id }: { id: number }) {
  const invites = useQuery(workspaceInvitesQuery(id));
  const revoke = useRevokeInvite(id);
  const [inviting, dialog] = useDisclosure();
  return (
    <SettingsCard
      title={texts.invitesTitle}
      action={
        <Button leftSection={<IconMailPlus size={16} aria-hidden />} onClick={dialog.open}>
          {texts.invite}
        </Button>
      }
    >
      <ErrorAlert error={revoke.error} />
      <ListState query={invites}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">{texts.noInvites}</Text>
          ) : (
            <ul className={classes.rows}>
              {list.map(({ id: invite, email, role, expires_at }) => (
                <li key={invite} className={classes.row}>
                  <Stack gap={0} miw={0}>
                    <Text fw={600} className={classes.about}>
                      {email}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {texts.inviteAbout(texts.roles[role], formatDate(expires_at.slice(0, 10)))}
                    </Text>
                  </Stack>
                  <RowButton
                    icon={IconX}
                    danger
                    label={texts.revokeThing(email)}
                    loading={revoke.isPending && revoke.variables === invite}
                    onClick={() =>
                      void revoke.mutateAsync(invite).then(
                        () => notifications.show({ message: texts.revoked(email), color: 'green' }),
                        () => undefined, // the alert says why
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          )
        }
      </ListState>
      <Part onGiveUp={dialog.close}>
        {inviting && <InviteDialog id={id} onClose={dialog.close} />}
      </Part>
    </SettingsCard>
  );
}

function People({ id }: { id: number }) {
  const people = useQuery(workspacePeopleQuery(id));
  return (
    <SettingsCard
      title={texts.peopleTitle(people.data?.length)}
      action={
        people.data !== undefined &&
        people.data.length > 0 && <MessageButton who={{ ids: people.data.map((one) => one.id) }} />
      }
    >
      <ListState query={people}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">{texts.noPeople}</Text>
          ) : (
            <Folded items={list} limit={20}>
              {(shown) => (
                <ul className={classes.rows}>
                  {shown.map((person) => (
                    <li key={person.id} className={classes.row}>
                      <AnchorLink
                        to="/leden/$personId"
                        params={{ personId: person.id }}
                        className={classes.about}
                      >
                        {fullName(person.acf) || commonTexts.unnamed}
                      </AnchorLink>
                    </li>
                  ))}
                </ul>
              )}
            </Folded>
          )
        }
      </ListState>
    </SettingsCard>
  );
}

function Groups({ id }: { id: number }) {
  const groups = useQuery(workspaceGroupsQuery(id));
  return (
    <SettingsCard title={texts.groupsTitle(groups.data?.length)}>
      <ListState query={groups}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">{texts.noGroups}</Text>
          ) : (
            <Folded items={list} limit={20}>
              {(shown) => (
                <ul className={classes.rows}>
                  {shown.map((group) => (
                    <li key={group.id} className={classes.row}>
                      <GroupLink kind={group.kind} id={group.id} className={classes.about}>
                        {group.name}
                      </GroupLink>
                    </li>
                  ))}
                </ul>
              )}
            </Folded>
          )
        }
      </ListState>
    </SettingsCard>
  );
}
