import { notifications } from '@mantine/notifications';

import { useSendWelcome } from '@/api/administer';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { accountTexts as texts } from '@/texts/settings-admin';

interface WelcomeDialogProps {
  /** The person who has the account. */
  person: number;
  name: string;
  onClose: () => void;
}

/** Asks before somebody gets the mail of welcome once more. */
export default function WelcomeDialog({ person, name, onClose }: WelcomeDialogProps) {
  const send = useSendWelcome();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={texts.resend}
      message={texts.resendConfirm(name)}
      confirm={texts.resend}
      harmless
      mutation={send}
      variables={person}
      onDone={() => notifications.show({ message: texts.sent, color: 'green' })}
    />
  );
}
