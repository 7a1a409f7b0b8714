import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

import { reentry } from '@/api/confirmation';
import { useSignIn, useSignInByPasskey } from '@/api/session';
import type { Me } from '@/api/types';
import { PasskeyChoice } from '@/features/sign-in/PasskeyChoice';
import { signInProblem } from '@/features/sign-in/problem';
import { forgetUnsaved } from '@/lib/unsaved';
import { signInAgainTexts as texts, signInTexts } from '@/texts/sign-in';

import { PasswordDialog } from './PasswordDialog';

/** Signs in above the page, after the session ended: what was typed stays, and what was asked is asked again. */
export default function SignInAgainDialog({ me }: { me: Me }) {
  const signIn = useSignIn();
  const byPasskey = useSignInByPasskey();
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
        mutate: (typed, then) => {
          byPasskey.reset();
          signIn.mutate(typed, { ...then, onSuccess: ({ id }) => enter(id) });
        },
      }}
      beside={(typed, asksCode) => (
        <>
          <PasskeyChoice
            afterPassword={asksCode}
            pending={byPasskey.isPending}
            onClick={() =>
              byPasskey.mutate(asksCode ? typed : {}, { onSuccess: ({ id }) => enter(id) })
            }
          />
          {byPasskey.isError && (
            <Alert role="alert" color="red" icon={<IconAlertCircle />} title={signInTexts.failed}>
              {signInProblem(byPasskey.error)}
            </Alert>
          )}
        </>
      )}
      problem={(error) => (error === null ? undefined : signInProblem(error))}
      onClose={() => reentry.settle(false)}
    />
  );
}
