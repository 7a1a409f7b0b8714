import { useState } from 'react';

import { Dialog } from '@/components/Dialog';
import { passkeyTexts as texts } from '@/texts/passkeys';
import { secondFactorTexts } from '@/texts/second-factor';

import { PasskeySetup } from './PasskeySetup';

/** Adds a passkey of one's own. */
export default function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const [hasCodes, setCodes] = useState(false);
  const [isSending, setSending] = useState(false);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={hasCodes ? secondFactorTexts.codesTitle : texts.addTitle}
      closeOnClickOutside={false}
      busy={isSending}
    >
      <PasskeySetup onCodes={() => setCodes(true)} onSending={setSending} onDone={onClose} />
    </Dialog>
  );
}
