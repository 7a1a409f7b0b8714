import { Button, type ButtonProps } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

import { peopleTexts } from '@/texts/people';

import classes from './People.module.css';

type ColumnButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>;

export function ColumnButton(props: ColumnButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
      aria-haspopup="dialog"
      {...props}
      className={classes.columnChoice}
    >
      {peopleTexts.columns}
    </Button>
  );
}
