import { confirmation } from '@/api/confirmation';
import { ApiError } from '@/api/errors';
import { useConfirmPassword } from '@/api/session';
import type { Me } from '@/api/types';
import { confirmPasswordTexts as texts } from '@/texts/shell';

import { PasswordDialog } from './PasswordDialog';

/** Asks for the password once more, before the server does what makes somebody's access. */
export default function ConfirmPasswordDialog({ me }: { me: Me }) {
  const confirm = useConfirmPassword();
  return (
    <PasswordDialog
      me={me}
      title={texts.title}
      message={texts.message}
      submit={texts.submit}
      sending={{
        ...confirm,
        mutate: ({ password }, then) =>
          confirm.mutate(password, { ...then, onSuccess: () => confirmation.settle(true) }),
      }}
      problem={(error) =>
        error instanceof ApiError && error.code === 'wrong_password' ? texts.wrong : undefined
      }
      onClose={() => confirmation.settle(false)}
    />
  );
}
