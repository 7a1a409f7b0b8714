import { Text, UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';

import type { Me } from '@/api/types';
import { FrameIcon } from '@/components/icons/FrameIcon';
import { RoundPicture } from '@/components/picture/RoundPicture';
import { initialsOf } from '@/features/person/name';
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
      <RoundPicture src={user.avatar_url} size={34} className={classes.initials}>
        {initialsOf(user.name)}
      </RoundPicture>
      <Text component="span" size="sm" fw={500} visibleFrom="sm" maw="14rem" truncate>
        {user.name}
      </Text>
      <FrameIcon name="chevron-down" size={16} />
    </UnstyledButton>
  );
}
