import { Button, type ButtonProps } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

import { peopleTexts } from '@/texts/people';

type ColumnButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>;

export function ColumnButton(props: ColumnButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
      aria-haspopup="dialog"
      {...props}
    >
      {peopleTexts.columns}
    </Button>
  );
}
