import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { leaversQuery } from '@/api/leavers';
import { sessionQuery } from '@/api/session';
import { ListState } from '@/components/ListState';

import { ErasuresCard } from './ErasuresCard';
import { KeptLeaversCard } from './KeptLeaversCard';
import { LeaverRulesCard } from './LeaverRulesCard';
import { LeaversCard } from './LeaversCard';

/** For how long the club keeps what it knows of people. Whole people are erased by administrators alone. */
export function KeepTab() {
  const leavers = useQuery(leaversQuery);
  const { data: me } = useQuery(sessionQuery);
  const isAdmin = me?.is_admin === true;
  return (
    <Stack gap="md">
      <ListState query={leavers}>
        {(overview) => (
          <>
            <LeaversCard overview={overview} />
            <LeaverRulesCard overview={overview} mayChange={isAdmin} />
            <KeptLeaversCard kept={overview.kept} />
          </>
        )}
      </ListState>
      {isAdmin && <ErasuresCard />}
    </Stack>
  );
}
