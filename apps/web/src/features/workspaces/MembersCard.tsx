import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCrown, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';

import type { WorkspaceDetail, WorkspaceMember } from '@/api/types';
import { useAddMember, useChangeMember, useRemoveMember } from '@/api/workspaces';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { UserAvatar } from '@/components/picture/UserAvatar';
import { UserSelect } from '@/components/UserSelect';
import { formatDate } from '@/lib/dates';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { workspaceTexts as texts } from '@/texts/workspaces';

import classes from './Workspaces.module.css';

interface MembersCardProps {
  workspace: WorkspaceDetail;
  /** The user's number. */
  me: number;
  keeps: boolean;
  owns: boolean;
}

export function MembersCard({ workspace, me, keeps, owns }: MembersCardProps) {
  const change = useChangeMember(workspace.id);
  const handOver = useChangeMember(workspace.id);
  const remove = useRemoveMember(workspace.id);
  const add = useAddMember(workspace.id);
  const owner = workspace.members.find(({ role }) => role === 'owner');
  const [heir, setHeir] = useState<WorkspaceMember>();
  const [leaver, setLeaver] = useState<WorkspaceMember>();
  return (
    <SettingsCard title={texts.membersTitle}>
      {keeps && (
        <UserSelect
          label={texts.addMember}
          without={workspace.members.map(({ user_id }) => user_id)}
          momentary
          busy={add.isPending}
          value={undefined}
          onChange={(user) => {
            if (user)
              add.mutate(user.id, {
                onSuccess: ({ display_name }) =>
                  notifications.show({ message: texts.memberAdded(display_name), color: 'green' }),
              });
          }}
        />
      )}
      <ErrorAlert error={add.error ?? change.error} />
      <ul className={classes.rows}>
        {workspace.members.map((member) => {
          const { user_id, display_name, email, avatar_url, role, joined_at } = member;
          const changes = keeps && role !== 'owner';
          return (
            <li key={user_id} className={classes.row}>
              <UserAvatar user={{ name: display_name, avatar_url }} size={36} />
              <Stack gap={0} miw={0} flex="1 1 14rem">
                <Text fw={600}>
                  {display_name}
                  {user_id === me && ` (${texts.you})`}
                </Text>
                <Text size="sm" c="dimmed" className={classes.about}>
                  {[email, texts.since(formatDate(joined_at.slice(0, 10)))]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </Stack>
              <Group gap="xs" wrap="nowrap">
                {changes ? (
                  <Select
                    aria-label={texts.roleOf(display_name)}
                    w="9rem"
                    allowDeselect={false}
                    disabled={change.isPending}
                    value={role}
                    data={(['member', 'admin'] as const).map((value) => ({
                      value,
                      label: texts.roles[value],
                    }))}
                    onChange={(chosen) => {
                      if (chosen === 'member' || chosen === 'admin')
                        change.mutate({ user_id, role: chosen });
                    }}
                  />
                ) : (
                  <Text size="sm">{texts.roles[role]}</Text>
                )}
                {owns && role !== 'owner' && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={texts.handOverTo(display_name)}
                    onClick={() => setHeir(member)}
                  >
                    <IconCrown size={18} aria-hidden />
                  </ActionIcon>
                )}
                {changes && user_id !== me && (
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={texts.removeMember(display_name)}
                    onClick={() => setLeaver(member)}
                  >
                    <IconUserMinus size={18} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        opened={heir !== undefined}
        onClose={() => setHeir(undefined)}
        title={texts.handOverTitle}
        message={texts.handOverMessage(
          heir?.display_name ?? '',
          owner?.user_id === me ? texts.you : (owner?.display_name ?? ''),
        )}
        confirm={texts.handOver}
        harmless
        mutation={handOver}
        variables={{ user_id: heir?.user_id ?? 0, role: 'owner' as const }}
        onDone={({ display_name }) =>
          notifications.show({ message: texts.handedOver(display_name), color: 'green' })
        }
      />
      <ConfirmDialog
        opened={leaver !== undefined}
        onClose={() => setLeaver(undefined)}
        title={texts.removeMemberTitle}
        message={texts.removeMemberMessage(leaver?.display_name ?? '')}
        confirm={texts.removeMemberConfirm}
        mutation={remove}
        variables={leaver?.user_id ?? 0}
        onDone={() =>
          notifications.show({
            message: texts.memberRemoved(leaver?.display_name ?? ''),
            color: 'green',
          })
        }
      />
    </SettingsCard>
  );
}
