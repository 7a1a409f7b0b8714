import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';

import { peopleTexts } from '@/texts/people';

import { Nothing } from './Nothing';

interface PastEndProps {
  onLast: () => void;
}

/** In place of a page of a list that has fewer pages by now. */
export function PastEnd({ onLast }: PastEndProps) {
  return (
    <Nothing
      icon={<IconFileOff />}
      title={peopleTexts.beyondEndTitle}
      message={peopleTexts.beyondEndMessage}
    >
      <Button variant="light" onClick={onLast}>
        {peopleTexts.toLastPage}
      </Button>
    </Nothing>
  );
}
