import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

import { FrameIcon } from '@/components/icons/FrameIcon';
import { peopleTexts } from '@/texts/people';

type ColumnButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>;

export function ColumnButton(props: ColumnButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<FrameIcon name="adjustments-horizontal" size={18} />}
      aria-haspopup="dialog"
      {...props}
    >
      {peopleTexts.columns}
    </Button>
  );
}
