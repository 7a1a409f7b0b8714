import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

import { FrameIcon } from '@/components/icons/FrameIcon';
import { peopleTexts } from '@/texts/people';

type ExportButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>;

export function ExportButton(props: ExportButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<FrameIcon name="download" size={18} />}
      aria-haspopup="menu"
      {...props}
    >
      {peopleTexts.export}
    </Button>
  );
}
