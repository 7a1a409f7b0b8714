import { confirmation, reentry } from '@/api/confirmation';
import { dispute } from '@/api/dispute';
import type { Me } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { useIsAsked } from '@/lib/question';

const ConfirmPasswordDialog = lazyPart(() => import('./ConfirmPasswordDialog'), 'soon');
const ConflictDialog = lazyPart(() => import('./ConflictDialog'), 'soon');
const SignInAgainDialog = lazyPart(() => import('./SignInAgainDialog'), 'soon');

/** The dialogs that any part of the page may need: they lie above it, and what was typed stays. */
export default function Questions({ me }: { me: Me }) {
  const wantsPassword = useIsAsked(confirmation);
  const isSignedOut = useIsAsked(reentry);
  const isDisputed = useIsAsked(dispute);
  return (
    <>
      <Part onGiveUp={() => confirmation.settle(false)}>
        {wantsPassword && <ConfirmPasswordDialog me={me} />}
      </Part>
      <Part onGiveUp={() => dispute.settle(undefined)}>{isDisputed && <ConflictDialog />}</Part>
      <Part onGiveUp={() => reentry.settle(false)}>
        {isSignedOut && <SignInAgainDialog me={me} />}
      </Part>
    </>
  );
}
