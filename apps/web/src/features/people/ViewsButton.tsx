import { Button, type ButtonProps } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

import { viewsButtonTexts as viewTexts } from '@/texts/views-button';

import classes from './PeopleToolbar.module.css';

type ViewsButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    /** Of the open view. */
    name: string | undefined;
    changed: boolean;
  };

export function ViewsButton({ name, changed, ...props }: ViewsButtonProps) {
  return (
    <Button
      variant={name === undefined ? 'default' : 'light'}
      leftSection={<IconBookmark size={18} aria-hidden />}
      rightSection={<IconChevronDown size={16} aria-hidden />}
      classNames={{ root: classes.views, label: classes.viewName }}
      aria-haspopup="menu"
      aria-label={
        name === undefined
          ? undefined
          : `${viewTexts.open(name)}${changed ? `, ${viewTexts.changed}` : ''}`
      }
      {...props}
    >
      {changed && '• '}
      {name ?? viewTexts.button}
    </Button>
  );
}
