import { Anchor, Divider, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';

import { clubSettingsQuery } from '@/api/club-settings';
import type { Me } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import { ClubForm } from '@/features/settings/ClubForms';
import { ClubLogo } from '@/features/settings/ClubLogo';
import { useIsQuestioned } from '@/features/shell/use-is-questioned';
import { SignInFrame } from '@/features/sign-in/SignInFrame';
import { clubTexts, firstStartTexts as texts } from '@/texts/club';

const Questions = lazyPart(() => import('@/features/shell/Questions'), 'soon');

type ChoiceTarget = NonNullable<LinkProps['to']>;

/** What the first administrator does next: says who the club is, and chooses how its people come in. */
export function BeginPage({ me }: { me: Me }) {
  const settings = useQuery(clubSettingsQuery);
  return (
    <SignInFrame title={texts.clubTitle}>
      <ListState query={settings}>
        {(saved) => (
          <Stack mt="lg">
            <ClubForm saved={saved} />
            <Text fw={600}>{clubTexts.logo}</Text>
            <ClubLogo saved={saved} />
          </Stack>
        )}
      </ListState>
      <Divider my="lg" />
      <Stack>
        <div>
          <Title order={2} size="h3">
            {texts.nextTitle}
          </Title>
          <Text c="dimmed">{texts.nextIntro}</Text>
        </div>
        <Choice to="/instellingen/programmas" label={texts.sync} hint={texts.syncHint} />
        <Choice to="/instellingen/importeren" label={texts.fromFile} hint={texts.fromFileHint} />
        <Choice to="/leden" label={texts.byHand} hint={texts.byHandHint} />
      </Stack>
      <Part>{useIsQuestioned() && <Questions me={me} />}</Part>
    </SignInFrame>
  );
}

function Choice({ to, label, hint }: { to: ChoiceTarget; label: string; hint: string }) {
  return (
    <div>
      <Anchor component={Link} to={to} fw={600}>
        {label}
      </Anchor>
      <Text size="sm">{hint}</Text>
    </div>
  );
}
