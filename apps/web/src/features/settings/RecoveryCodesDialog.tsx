import { Dialog } from '@/components/Dialog';
import { secondFactorTexts as texts } from '@/texts/second-factor';

import { RecoveryCodes } from './RecoveryCodes';

interface RecoveryCodesDialogProps {
  codes: string[];
  onClose: () => void;
}

export default function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    // A click beside the dialog must not throw the codes away.
    <Dialog opened onClose={onClose} title={texts.codesTitle} closeOnClickOutside={false}>
      <RecoveryCodes codes={codes} onDone={onClose} />
    </Dialog>
  );
}
