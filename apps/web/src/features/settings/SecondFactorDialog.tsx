import { useState } from 'react';

import { Dialog } from '@/components/Dialog';
import { secondFactorTexts as texts } from '@/texts/second-factor';

import { SecondFactorSetup } from './SecondFactorSetup';

/** Turns one's second factor on. */
export default function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [hasCodes, setCodes] = useState(false);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={hasCodes ? texts.codesTitle : texts.scanTitle}
      closeOnClickOutside={false}
    >
      <SecondFactorSetup onCodes={() => setCodes(true)} onDone={onClose} />
    </Dialog>
  );
}
