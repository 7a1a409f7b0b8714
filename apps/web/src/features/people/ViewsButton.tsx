import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

import { FrameIcon } from '@/components/icons/FrameIcon';
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
      leftSection={<FrameIcon name="bookmark" size={18} />}
      rightSection={<FrameIcon name="chevron-down" size={16} />}
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
