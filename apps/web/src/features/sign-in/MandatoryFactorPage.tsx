import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { reentry } from '@/api/confirmation';
import { forgetSession, useSignOut } from '@/api/session';
import type { Me } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { PasswordQuestion } from '@/features/shell/PasswordQuestion';
import { canUsePasskeys } from '@/lib/passkeys';
import { useDecline } from '@/lib/question';
import { mandatoryFactorTexts as texts } from '@/texts/second-factor';

import { SignInFrame } from './SignInFrame';

const AppSetup = lazyPart(() => import('./MandatoryFactorSetup'));
const PasskeySetup = lazyPart(() => import('./MandatoryPasskeySetup'));

interface MandatoryFactorPageProps {
  me: Me;
  /** Where the user wanted to go. */
  returnTo: string;
}

/** Where somebody comes first whose role asks for a second factor. */
export function MandatoryFactorPage({ me, returnTo }: MandatoryFactorPageProps) {
  useDecline(reentry);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const signOut = useSignOut();
  const [begun, setBegun] = useState<'app' | 'passkey'>();
  const Setup = begun === 'passkey' ? PasskeySetup : AppSetup;
  return (
    <SignInFrame title={texts.title}>
      <Stack mt="lg">
        {begun === undefined && <Text>{texts.intro}</Text>}
        {begun !== undefined ? (
          <Part onGiveUp={() => setBegun(undefined)}>
            <Setup
              onDone={() => {
                queryClient.clear(); // what was refused is asked for again
                router.history.push(returnTo);
              }}
            />
          </Part>
        ) : (
          <>
            <Button size="md" onClick={() => setBegun('app')}>
              {texts.begin}
            </Button>
            {canUsePasskeys() && (
              <Button size="md" variant="default" onClick={() => setBegun('passkey')}>
                {texts.beginPasskey}
              </Button>
            )}
          </>
        )}
        <Button
          variant="subtle"
          loading={signOut.isPending}
          onClick={() =>
            signOut.mutate(undefined, {
              onSuccess: () => {
                forgetSession(queryClient);
                void navigate({ to: '/aanmelden' });
              },
            })
          }
        >
          {texts.signOut}
        </Button>
      </Stack>
      <PasswordQuestion me={me} />
    </SignInFrame>
  );
}
