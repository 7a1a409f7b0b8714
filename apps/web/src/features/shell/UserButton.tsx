import { Text, UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';

import type { Me } from '@/api/types';
import { FrameIcon } from '@/components/icons/FrameIcon';
import { UserAvatar } from '@/components/picture/UserAvatar';
import { shellTexts } from '@/texts/shell';

import classes from './Shell.module.css';

interface UserButtonProps extends ComponentProps<'button'> {
  user: Me;
}

export function UserButton({ user, ...button }: UserButtonProps) {
  return (
    <UnstyledButton
      aria-label={shellTexts.userMenu(user.name)}
      aria-haspopup="menu"
      {...button}
      className={classes.user}
    >
      <UserAvatar user={user} size={34} className={classes.initials} />
      <Text component="span" size="sm" fw={500} visibleFrom="sm" maw="14rem" truncate>
        {user.name}
      </Text>
      <FrameIcon name="chevron-down" size={16} />
    </UnstyledButton>
  );
}
