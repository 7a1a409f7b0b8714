import { Radio, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { type Shareable, sharesQuery, useRevokeShare, useShare } from '@/api/shares';
import type { Visibility } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { UserSelect } from '@/components/UserSelect';
import { WorkspacesField } from '@/features/workspaces/WorkspacesField';
import { shareTexts as texts } from '@/texts/share';

import classes from './Share.module.css';
import { ShareRow } from './ShareRow';

const visibilities = ['private', 'shared', 'workspace'] as const;

interface SharePanelProps extends AudienceProps {
  /** Without, it is shared by workspaces alone. */
  of?: Shareable;
}

/** With whom else a record is shared, for who may decide that. */
export default function SharePanel({ of, ...audience }: SharePanelProps) {
  return (
    <Stack gap="lg" className={classes.panel}>
      <Text c="dimmed">{texts.intro[of?.kind ?? 'commissies']}</Text>
      {of && <Shares of={of} />}
      <Audience {...audience} />
    </Stack>
  );
}

function Shares({ of }: { of: Shareable }) {
  const shares = useQuery(sharesQuery(of));
  const share = useShare(of);
  const revoke = useRevokeShare(of);
  const told = {
    onSuccess: ({ message }: { message: string }) => {
      notifications.show({ message, color: 'green' });
    },
  };
  return (
    <ListState query={shares}>
      {(list) => (
        <Stack gap="sm">
          <UserSelect
            label={texts.add}
            without={list.map(({ user_id }) => user_id)}
            momentary
            busy={share.isPending}
            value={undefined}
            onChange={(user) => {
              if (user) share.mutate({ user_id: user.id, permission: 'view' }, told);
            }}
          />
          <ErrorAlert error={share.error ?? revoke.error} />
          <Text fw={600}>{texts.list}</Text>
          {list.length === 0 ? (
            <Text c="dimmed">{texts.nobody}</Text>
          ) : (
            <ul className={classes.list}>
              {list.map((one) => (
                <ShareRow
                  key={one.user_id}
                  share={one}
                  onPermission={(permission) =>
                    share.mutate({ user_id: one.user_id, permission }, told)
                  }
                  onRevoke={() => revoke.mutate(one.user_id, told)}
                  revoking={revoke.isPending && revoke.variables === one.user_id}
                />
              ))}
            </ul>
          )}
        </Stack>
      )}
    </ListState>
  );
}

interface AudienceProps {
  visibility: Visibility;
  onVisibility: (chosen: Visibility) => void;
  /** The workspaces in which it is. */
  workspaces: number[];
  onWorkspaces: (chosen: number[]) => void;
  /** Why the last choice was not saved. */
  error: unknown;
}

/** For whom a record is. */
function Audience(props: AudienceProps) {
  const { visibility, onVisibility, workspaces, onWorkspaces, error } = props;
  return (
    <>
      <Radio.Group
        label={texts.visibility}
        value={visibility === '' ? 'private' : visibility}
        onChange={(chosen) => onVisibility(visibilities.find((one) => one === chosen) ?? 'private')}
      >
        <Stack gap="xs" mt="xs">
          {visibilities.map((one) => (
            <Radio key={one} value={one} {...texts.visibilities[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {visibility === 'workspace' && <WorkspacesField value={workspaces} onChange={onWorkspaces} />}
      <ErrorAlert error={error} />
    </>
  );
}
