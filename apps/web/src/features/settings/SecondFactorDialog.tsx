import { Text } from '@mantine/core';
import { useState } from 'react';

import { Dialog } from '@/components/Dialog';
import { secondFactorTexts as texts } from '@/texts/second-factor';

import { SecondFactorSetup } from './SecondFactorSetup';

interface SecondFactorDialogProps {
  /** An app is on, which is good until the other one is set up. */
  replaces: boolean;
  onClose: () => void;
}

/** Turns one's second factor on, or takes it to another phone. */
export default function SecondFactorDialog({ replaces, onClose }: SecondFactorDialogProps) {
  const [hasCodes, setCodes] = useState(false);
  const [isSending, setSending] = useState(false);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={hasCodes ? texts.codesTitle : replaces ? texts.otherTitle : texts.scanTitle}
      closeOnClickOutside={false}
      busy={isSending}
    >
      {replaces && !hasCodes && <Text mb="sm">{texts.otherMessage}</Text>}
      <SecondFactorSetup onCodes={() => setCodes(true)} onSending={setSending} onDone={onClose} />
    </Dialog>
  );
}
