import { Button, Group, Image, Stack } from '@mantine/core';

import { useClubLogo } from '@/api/club-settings';
import type { ClubSettings } from '@/api/types';
import { ChooseFile } from '@/components/ChooseFile';
import { ErrorAlert } from '@/components/ErrorAlert';
import { clubTexts as texts } from '@/texts/club';
import { commonTexts } from '@/texts/common';

/** The club's logo, and how another one is brought. */
export function ClubLogo({ saved }: { saved: ClubSettings }) {
  const bring = useClubLogo();
  return (
    <Stack>
      <ErrorAlert error={bring.error} title={commonTexts.notSaved} />
      {saved.logo_url !== '' && (
        <Image src={saved.logo_url} alt={texts.logoAlt} h={60} w="auto" maw="100%" fit="contain" />
      )}
      <Group>
        <ChooseFile
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChoose={(file) => bring.mutate(file)}
        >
          {(props) => (
            <Button variant="default" loading={bring.isPending} {...props}>
              {texts.chooseLogo}
            </Button>
          )}
        </ChooseFile>
        {saved.logo_id !== 0 && (
          <Button variant="subtle" disabled={bring.isPending} onClick={() => bring.mutate(null)}>
            {texts.removeLogo}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
