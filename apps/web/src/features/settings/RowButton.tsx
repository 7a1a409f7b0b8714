import { ActionIcon, Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

import { useFocusAfter } from '@/components/use-return-focus';

interface RowButtonProps {
  /** What it says. */
  label: string;
  /** What it is called where it stands, with the name of the row. */
  name?: string;
  /** Shown in place of the label. */
  icon?: Icon;
  /** What it takes away stays away. */
  danger?: true;
  loading?: boolean;
  onClick: () => void;
}

/** Something that can be done with a row, or with all of them. */
export function RowButton(props: RowButtonProps) {
  const { label, name, icon: Picture, danger, loading, onClick } = props;
  const noteUse = useFocusAfter();
  const button = {
    loading,
    onClick: () => {
      noteUse();
      onClick();
    },
  };
  return Picture === undefined ? (
    <Button variant="default" size="xs" aria-label={name} {...button}>
      {label}
    </Button>
  ) : (
    <ActionIcon variant="subtle" color={danger && 'red'} aria-label={name ?? label} {...button}>
      <Picture size={18} aria-hidden />
    </ActionIcon>
  );
}
