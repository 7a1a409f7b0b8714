import { Stack, Tabs } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';

import { can, mayEditPerson, type Capability } from '@/api/capabilities';
import { personQuery } from '@/api/people/queries';
import { sessionQuery } from '@/api/session';
import type { Person } from '@/api/types';
import classes from '@/components/cards/Cards.module.css';
import { lazyPart } from '@/components/lazy-part';
import { MayEdit } from '@/components/may-edit';
import { PageLoading } from '@/components/PageLoading';
import { usePageTitle } from '@/components/page-title';
import { Part } from '@/components/Part';
import { useIsIdle } from '@/components/use-is-idle';
import { mayLeave } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { personTabTexts as tabTexts } from '@/texts/timeline';

import { AddressCard } from './cards/AddressCard';
import { ContactCard } from './cards/ContactCard';
import { HistoryCard } from './cards/HistoryCard';
import { IdentityCard } from './cards/IdentityCard';
import { MembershipCard } from './cards/MembershipCard';
import { RelationsCard } from './cards/RelationsCard';
import { TechnicalCard } from './cards/TechnicalCard';
import { VogCard } from './cards/VogCard';
import { fullName } from '@/lib/names';
import { PersonHeader } from './PersonHeader';
import { useOpened } from './use-opened';
import { type PersonTab, personTabs } from './route';

const TimelineTab = lazyPart(() => import('@/features/timeline/TimelineTab'));
const ShareTab = lazyPart(() => import('./ShareTab'));
const ChangesTab = lazyPart(() => import('./ChangesTab'));
const PersonCases = lazyPart(() => import('@/features/cases/PersonCases'));
const FinanceCard = lazyPart(() => import('./cards/FinanceCard'));
const HouseholdCard = lazyPart(() => import('./cards/HouseholdCard'));
const PersonTodos = lazyPart(() => import('@/features/todos/PersonTodos'));

interface PersonPageProps {
  id: number;
  tab: PersonTab;
  onTab: (tab: PersonTab) => void;
}

export function PersonPage({ id, tab, onTab }: PersonPageProps) {
  const { data: person } = useSuspenseQuery(personQuery(id));
  const { data: me } = useQuery(sessionQuery);
  const mayShare = person.allowed?.share === true;
  const edits = mayEditPerson(me, person);
  const seesCases = me != null && can(me, 'fairplay');
  useOpened(id);
  usePageTitle(fullName(person.acf) || commonTexts.unnamed);

  return (
    <MayEdit value={edits}>
      <Stack gap="lg">
        <PersonHeader person={person} />
        <Tabs
          value={tab === 'delen' && !mayShare ? 'profiel' : tab}
          keepMounted={false}
          // Five of them fit beside each other on a phone.
          styles={{ tab: { paddingInline: 'min(1rem, 2.1vw)' } }}
          onChange={(chosen) => {
            const next = personTabs.find((one) => one === chosen) ?? 'profiel';
            // A tab that goes takes along what was typed in it.
            void mayLeave().then((may) => {
              if (may) onTab(next);
            });
          }}
        >
          <Tabs.List aria-label={tabTexts.label} mb="md" data-print="never">
            <Tabs.Tab value="profiel">{tabTexts.profile}</Tabs.Tab>
            <Tabs.Tab value="tijdlijn">{tabTexts.timeline}</Tabs.Tab>
            <Tabs.Tab value="taken">{tabTexts.todos}</Tabs.Tab>
            {seesCases && <Tabs.Tab value="tuchtzaken">{tabTexts.cases}</Tabs.Tab>}
            {mayShare && <Tabs.Tab value="delen">{tabTexts.share}</Tabs.Tab>}
            {edits && <Tabs.Tab value="wijzigingen">{tabTexts.changes}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="profiel">
            <Profile person={person} />
          </Tabs.Panel>
          <Tabs.Panel value="tijdlijn">
            <Part fallback={<PageLoading />}>
              <TimelineTab person={id} />
            </Part>
          </Tabs.Panel>
          <Tabs.Panel value="taken">
            <Part fallback={<PageLoading />}>
              <PersonTodos person={id} />
            </Part>
          </Tabs.Panel>
          {seesCases && (
            <Tabs.Panel value="tuchtzaken">
              <Part fallback={<PageLoading />}>
                <PersonCases person={id} />
              </Part>
            </Tabs.Panel>
          )}
          {mayShare && (
            <Tabs.Panel value="delen">
              <Part fallback={<PageLoading />}>
                <ShareTab person={person} />
              </Part>
            </Tabs.Panel>
          )}
          <Tabs.Panel value="wijzigingen">
            <Part fallback={<PageLoading />}>
              <ChangesTab person={id} />
            </Part>
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </MayEdit>
  );
}

function Profile({ person }: { person: Person }) {
  const { data: me } = useQuery(sessionQuery);
  const idle = useIsIdle();
  const keeps = (section: Capability) =>
    mayEditPerson(me, person) ||
    (me != null && can(me, section) && person.allowed?.sections !== false);
  return (
    <div className={classes.columns}>
      <Stack gap="md" className={classes.column}>
        <ContactCard person={person} />
        <RelationsCard person={person} />
        <HistoryCard person={person} />
        {/* What comes late stands last: it moves nothing under a hand that clicks. */}
        {idle && (
          <Part>
            <HouseholdCard person={person.id} />
          </Part>
        )}
      </Stack>
      <Stack gap="md" className={classes.column}>
        <AddressCard person={person} />
        <IdentityCard person={person} />
        <MayEdit value={keeps('financieel')}>
          <MembershipCard person={person} />
        </MayEdit>
        <MayEdit value={keeps('vog')}>
          <VogCard person={person} />
        </MayEdit>
        <TechnicalCard person={person} />
        {idle && me != null && can(me, 'financieel') && (
          <Part>
            <FinanceCard person={person} />
          </Part>
        )}
      </Stack>
    </div>
  );
}
