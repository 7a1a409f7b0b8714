import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';

import classes from './Cards.module.css';

interface LineButtonProps {
  label: string;
  /** Names the button, so that the keyboard finds back to it. */
  opener: string;
  onClick: () => void;
}

/** Changes the line that it stands behind. */
export function LineButton({ label, opener, onClick }: LineButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.lineButton}
      data-opener={opener}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation(); // what it stands in may be clicked, too
        onClick();
      }}
    >
      <IconPencil size={16} aria-hidden />
    </ActionIcon>
  );
}
