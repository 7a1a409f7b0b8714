import { Avatar, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

import type { Me } from '@/api/types';
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
      <Avatar
        name={user.name}
        src={user.avatar_url || null}
        alt=""
        size={34}
        aria-hidden
        classNames={{ placeholder: classes.initials }}
      />
      <Text component="span" size="sm" fw={500} visibleFrom="sm" maw="14rem" truncate>
        {user.name}
      </Text>
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  );
}
