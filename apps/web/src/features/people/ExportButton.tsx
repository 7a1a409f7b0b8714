import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

import { peopleTexts } from '@/texts/people';

type ExportButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>;

export function ExportButton(props: ExportButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-haspopup="menu"
      {...props}
    >
      {peopleTexts.export}
    </Button>
  );
}
