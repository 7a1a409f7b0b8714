import { reentry } from '@/api/confirmation';
import { dispute } from '@/api/dispute';
import type { Me } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { useIsAsked } from '@/lib/question';

import { PasswordQuestion } from './PasswordQuestion';

const ConflictDialog = lazyPart(() => import('./ConflictDialog'), 'soon');
const SignInAgainDialog = lazyPart(() => import('./SignInAgainDialog'), 'soon');

/** The dialogs that any part of the page may need: they lie above it, and what was typed stays. */
export default function Questions({ me }: { me: Me }) {
  const isSignedOut = useIsAsked(reentry);
  const isDisputed = useIsAsked(dispute);
  return (
    <>
      <PasswordQuestion me={me} />
      <Part onGiveUp={() => dispute.settle(undefined)}>{isDisputed && <ConflictDialog />}</Part>
      <Part onGiveUp={() => reentry.settle(false)}>
        {isSignedOut && <SignInAgainDialog me={me} />}
      </Part>
    </>
  );
}
