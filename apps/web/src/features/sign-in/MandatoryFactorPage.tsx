import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { forgetSession, useSignOut } from '@/api/session';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { mandatoryFactorTexts as texts } from '@/texts/second-factor';

import { SignInFrame } from './SignInFrame';

const Setup = lazyPart(() => import('./MandatoryFactorSetup'));

/** Where somebody comes first whose role asks for a second factor. */
export function MandatoryFactorPage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const [hasBegun, setBegun] = useState(false);
  return (
    <SignInFrame title={texts.title}>
      <Stack mt="lg">
        {!hasBegun && <Text>{texts.intro}</Text>}
        {hasBegun ? (
          <Part onGiveUp={() => setBegun(false)}>
            <Setup
              onDone={() => {
                queryClient.clear(); // what was refused is asked for again
                void navigate({ to: '/' });
              }}
            />
          </Part>
        ) : (
          <Button size="md" onClick={() => setBegun(true)}>
            {texts.begin}
          </Button>
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
