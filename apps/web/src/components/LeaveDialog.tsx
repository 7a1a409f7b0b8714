import { Button, Group, Text } from '@mantine/core';

import { canSave, leaving } from '@/lib/unsaved';
import { leaveTexts as texts } from '@/texts/common';

import { Dialog } from './Dialog';
import { useReturnFocus } from './use-return-focus';

/** Asks what to do with what was typed, before it is left. The focus starts on the harmless answer. */
export default function LeaveDialog() {
  useReturnFocus();
  const stay = () => leaving.settle('stay');
  return (
    <Dialog opened onClose={stay} title={texts.title} zIndex={300}>
      <Text>{texts.message}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" color="red" onClick={() => leaving.settle('drop')}>
          {texts.drop}
        </Button>
        <Button variant="default" onClick={stay} data-autofocus>
          {texts.stay}
        </Button>
        {canSave() && <Button onClick={() => leaving.settle('save')}>{texts.save}</Button>}
      </Group>
    </Dialog>
  );
}
