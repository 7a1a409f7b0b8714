import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutList } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { workspaceQuery } from '@/api/dashboard';
import { hasStatus } from '@/api/errors';
import { keys } from '@/api/keys';
import type { Me } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { Nothing } from '@/components/Nothing';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { isoDay } from '@/lib/dates';
import { dashboardTexts as texts, layoutTexts } from '@/texts/dashboard';

import { AttentionBlock } from './Attention';
import classes from './Dashboard.module.css';
import { longDay } from './days';
import { MembershipBlock, VogBlock, VolunteersBlock } from './Figures';
import { type BlockId, expected, rowsOf, visible } from './layout';
import { MatchesBlock } from './Matches';
import { AnniversariesBlock, BirthdaysBlock, type BlockOf } from './People';
import { TeamsBlock } from './Teams';
import { titleOf } from './title';

const ArrangeBlocks = lazyPart(() => import('./ArrangeBlocks'), 'soon');

/** What the club needs today of a board member, a coordinator or a match secretary. */
export function RoleDashboard({ me }: { me: Me }) {
  const dashboard = useQuery(workspaceQuery);
  const [arranging, arrange] = useDisclosure();
  useRolesTaken(hasStatus(dashboard.error, 403));
  const { data } = dashboard;
  const blocks = data === undefined ? expected(me) : visible(data.layout);
  const context = data?.context ?? me.dashboard_context;
  const today = data?.today ?? isoDay(new Date());
  return (
    <>
      <PageHeader
        title={texts.titles[titleOf(context, me.is_admin)]}
        subtitle={
          <>
            {longDay(today)} ·{' '}
            <AnchorLink to="/" search={{ overzicht: 'club' }} underline="always">
              {texts.toClub}
            </AnchorLink>
          </>
        }
        actions={
          data !== undefined &&
          !arranging && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconLayoutList size={18} aria-hidden />}
              onClick={arrange.open}
            >
              {layoutTexts.arrange}
            </Button>
          )
        }
      />
      {arranging && data !== undefined && (
        <Part onGiveUp={arrange.close}>
          <ArrangeBlocks layout={data.layout} onDone={arrange.close} />
        </Part>
      )}
      {data !== undefined && blocks.length === 0 && !arranging && (
        <Nothing icon={<IconLayoutList />} title={texts.allHidden} message={texts.allHiddenHint} />
      )}
      {!arranging && (
        <div className={classes.rows}>
          {rowsOf(blocks).map((row) => (
            <div key={row.join()} className={classes.row}>
              {row.map((block) =>
                block === 'matches' ? (
                  <MatchesBlock
                    key={block}
                    secretary={context.match_secretary}
                    dashboard={dashboard}
                    today={today}
                  />
                ) : (
                  <OneBlock key={block} id={block} dashboard={dashboard} />
                ),
              )}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

const parts = {
  birthdays: BirthdaysBlock,
  anniversaries: AnniversariesBlock,
  attention: AttentionBlock,
  membership: MembershipBlock,
  volunteers: VolunteersBlock,
  vog: VogBlock,
  teams: TeamsBlock,
};

function OneBlock({ id, dashboard }: BlockOf & { id: Exclude<BlockId, 'matches'> }) {
  const What = parts[id];
  return <What dashboard={dashboard} />;
}

/** Whose last role was taken away while this page is open no longer has it: the session says so. */
function useRolesTaken(refused: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (refused) void queryClient.invalidateQueries({ queryKey: keys.session });
  }, [refused, queryClient]);
}
