import { ActionIcon } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

import { dateTexts } from '@/texts/dates';

interface CalendarButtonProps extends Omit<ComponentProps<'button'>, 'color'> {
  /** Of the field that it belongs to. */
  label: string;
}

export function CalendarButton({ label, ...button }: CalendarButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      {...button}
      aria-label={dateTexts.choose(label)}
      aria-haspopup="dialog"
    >
      <IconCalendar size={18} aria-hidden />
    </ActionIcon>
  );
}
