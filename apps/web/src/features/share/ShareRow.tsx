import { ActionIcon, Select, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

import type { Share } from '@/api/types';
import { UserAvatar } from '@/components/picture/UserAvatar';
import { useFocusAfter } from '@/components/use-return-focus';
import { shareTexts as texts } from '@/texts/share';

import classes from './Share.module.css';

interface ShareRowProps {
  share: Share;
  onPermission: (permission: Share['permission']) => void;
  onRevoke: () => void;
  revoking: boolean;
}

/** Somebody with whom a record is shared, and what they may. */
export function ShareRow({ share, onPermission, onRevoke, revoking }: ShareRowProps) {
  const { display_name: name, avatar_url, permission } = share;
  const noteUse = useFocusAfter('[role=dialog]');
  return (
    <li className={classes.row}>
      <UserAvatar user={{ name, avatar_url }} size={32} />
      <Text className={classes.name}>{name}</Text>
      <Select
        aria-label={texts.permission(name)}
        className={classes.permission}
        data={Object.entries(texts.permissions).map(([value, label]) => ({ value, label }))}
        value={permission}
        allowDeselect={false}
        onChange={(chosen) => {
          if ((chosen === 'view' || chosen === 'edit') && chosen !== permission)
            onPermission(chosen);
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.revoke(name)}
        loading={revoking}
        onClick={() => {
          noteUse();
          onRevoke();
        }}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
