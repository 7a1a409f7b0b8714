import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { forgetSession, useSignOut } from '@/api/session';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { canUsePasskeys } from '@/lib/passkeys';
import { mandatoryFactorTexts as texts } from '@/texts/second-factor';

import { SignInFrame } from './SignInFrame';

const AppSetup = lazyPart(() => import('./MandatoryFactorSetup'));
const PasskeySetup = lazyPart(() => import('./MandatoryPasskeySetup'));

/** Where somebody comes first whose role asks for a second factor. */
export function MandatoryFactorPage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
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
                void navigate({ to: '/' });
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
    </SignInFrame>
  );
}
