import { Alert, Button, Group } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { versionQuery } from '@/api/club';
import { commonTexts } from '@/texts/common';
import { errorTexts } from '@/texts/errors';
import { shellTexts } from '@/texts/shell';

import { useUnheard } from './unheard';

const firstLook = 5_000;
const nextLooks = 5 * 60_000;

/** What a user must know whatever page is open. */
export function Bars() {
  useUnheard();
  return (
    <>
      <NewVersionBar />
      <OfflineBar />
    </>
  );
}

function NewVersionBar() {
  const [looking, setLooking] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLooking(true), firstLook);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    ...versionQuery,
    enabled: looking,
    refetchInterval: nextLooks,
    refetchOnWindowFocus: 'always',
  });

  if (data?.isNew !== true) return null;
  return (
    <Alert role="status" icon={<IconRefresh />} py="xs">
      <Group justify="space-between">
        {shellTexts.newVersion}
        <Button size="xs" onClick={() => window.location.reload()}>
          {commonTexts.reload}
        </Button>
      </Group>
    </Alert>
  );
}

function OfflineBar() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert role="status" color="orange" icon={<IconWifiOff />} py="xs">
      {errorTexts.offline}
    </Alert>
  );
}
