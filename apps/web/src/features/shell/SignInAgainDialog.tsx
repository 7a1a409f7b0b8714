import { reentry } from '@/api/confirmation';
import { useSignIn } from '@/api/session';
import type { Me } from '@/api/types';
import { signInProblem } from '@/features/sign-in/problem';
import { forgetUnsaved } from '@/lib/unsaved';
import { signInAgainTexts as texts, signInTexts } from '@/texts/sign-in';

import { PasswordDialog } from './PasswordDialog';

/** Signs in above the page, after the session ended: what was typed stays, and what was asked is asked again. */
export default function SignInAgainDialog({ me }: { me: Me }) {
  const signIn = useSignIn();
  const enter = (id: number) => {
    if (id === me.id) {
      reentry.settle(true);
      return;
    }
    // Somebody else: nothing of who was here before may be seen or sent.
    forgetUnsaved();
    window.location.assign('/');
  };
  return (
    <PasswordDialog
      me={me}
      title={texts.title}
      message={texts.message}
      submit={signInTexts.submit}
      cancel={texts.leave}
      anybody
      sending={{
        ...signIn,
        mutate: (typed, then) =>
          signIn.mutate(typed, { ...then, onSuccess: ({ id }) => enter(id) }),
      }}
      problem={(error) => (error === null ? undefined : signInProblem(error))}
      onClose={() => reentry.settle(false)}
    />
  );
}
