import { confirmation } from '@/api/confirmation';
import type { Me } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { useIsAsked } from '@/lib/question';

const ConfirmPasswordDialog = lazyPart(() => import('./ConfirmPasswordDialog'), 'soon');

/** The dialog for the password once more, when a call waits for it: above any page that makes such calls. */
export function PasswordQuestion({ me }: { me: Me }) {
  const isAsked = useIsAsked(confirmation);
  return (
    <Part onGiveUp={() => confirmation.settle(false)}>
      {isAsked && <ConfirmPasswordDialog me={me} />}
    </Part>
  );
}
