import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { useSendWelcome } from '@/api/administer';
import { usersQuery } from '@/api/users';
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
  const { data: users } = useQuery(usersQuery);
  // The account's, which need not be the one that stands with the person.
  const email = users?.find(({ linked_person_id }) => linked_person_id === person)?.email;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={texts.resend}
      message={texts.resendConfirm(name, email)}
      confirm={texts.resend}
      harmless
      mutation={send}
      variables={person}
      onDone={() => notifications.show({ message: texts.sent, color: 'green' })}
    />
  );
}
