import { Text } from '@mantine/core';
import {
  IconCake,
  IconChartBar,
  IconHistory,
  IconMessage,
  IconStar,
  type Icon,
} from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';

import { overviewQuery } from '@/api/dashboard';
import type { ClubOverview, Me } from '@/api/types';
import { Folded } from '@/components/Folded';
import { AnchorLink } from '@/components/links';
import { PageHeader } from '@/components/PageHeader';
import { withPreset } from '@/features/people/presets';
import { usualSearch } from '@/features/people/search';
import { FirstSteps } from '@/features/start/Offers';
import { Mentions } from '@/features/start/Mentions';
import { formatDate, isoDay } from '@/lib/dates';
import { formatNumber } from '@/lib/numbers';
import { birthdayTexts, dashboardTexts, overviewTexts as texts } from '@/texts/dashboard';

import { Block, Nobody } from './Block';
import classes from './Dashboard.module.css';
import { nearDay } from './days';
import { PersonLine } from './People';
import { titleOf } from './title';

/** The club as the user sees it: numbers, birthdays, and whom they dealt with last. */
export function ClubDashboard({ me }: { me: Me }) {
  const overview = useQuery(overviewQuery);
  const { data } = overview;
  return (
    <>
      <PageHeader
        title={dashboardTexts.titles.club}
        subtitle={
          me.can_access_dashboard ? (
            <AnchorLink to="/" search={{ overzicht: '' }}>
              {dashboardTexts.titles[titleOf(me.dashboard_context, me.is_admin)]}
            </AnchorLink>
          ) : (
            texts.subtitle
          )
        }
      />
      <Mentions />
      {data?.stats.total_people === 0 && <FirstSteps me={me} />}
      <div className={classes.rows}>
        <Block title={texts.figures} icon={IconChartBar} query={overview}>
          {({ stats }) => <Tiles stats={stats} />}
        </Block>
        <div className={classes.columns}>
          <Birthdays overview={overview} />
          <PeopleBlock
            title={texts.contacted}
            icon={IconMessage}
            none={texts.noContacted}
            query={overview}
            of={({ recently_contacted: people }) =>
              people.map((person) => ({ ...person, when: formatDate(person.last_activity_date) }))
            }
          />
          <PeopleBlock
            title={texts.recent}
            icon={IconHistory}
            none={texts.noRecent}
            query={overview}
            of={({ recent_people: people }) => people}
          />
          <PeopleBlock
            title={texts.favorites}
            icon={IconStar}
            none={texts.noFavorites}
            query={overview}
            of={({ favorites }) => favorites}
          />
        </div>
      </div>
    </>
  );
}

type Place = Pick<LinkProps, 'to' | 'search'>;

function Tiles({ stats }: Pick<ClubOverview, 'stats'>) {
  const volunteers = { ...usualSearch, vrijwilliger: '1' } as const;
  const tiles: [string, number, Place][] = [
    [texts.stats.people, stats.total_people, { to: '/leden' }],
    [texts.stats.volunteers, stats.total_volunteers, { to: '/leden', search: volunteers }],
    [texts.stats.teams, stats.total_teams, { to: '/teams' }],
    [texts.stats.committees, stats.total_commissies, { to: '/commissies' }],
    [texts.stats.todos, stats.open_todos_count, { to: '/taken' }],
    [
      texts.stats.awaiting,
      stats.awaiting_todos_count,
      { to: '/taken', search: { toon: 'awaiting' } },
    ],
    [texts.stats.feedback, stats.open_feedback_count, { to: '/feedback' }],
  ];
  if (stats.vog !== undefined) {
    const { missing_or_expired_not_requested: missing, missing_or_expired_requested: requested } =
      stats.vog;
    const those = (vogJustis: 'not_submitted' | 'submitted'): Place => ({
      to: '/leden',
      search: { ...usualSearch, ...withPreset('vogMissing'), vogJustis },
    });
    tiles.push(
      [texts.stats.vog, missing, those('not_submitted')],
      [texts.stats.vogRequested, requested, those('submitted')],
    );
  }
  return (
    <ul className={`${classes.figures} ${classes.list}`}>
      {tiles.map(([label, count, place]) => (
        <li key={label}>
          <Link {...place} className={classes.figure}>
            <Text component="span" size="sm" c="dimmed">
              {label}
            </Text>
            <span className={classes.number}>{formatNumber(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface OverviewProps {
  overview: UseQueryResult<ClubOverview>;
}

function Birthdays({ overview }: OverviewProps) {
  const today = isoDay(new Date());
  return (
    <Block title={texts.birthdays} icon={IconCake} query={overview}>
      {({ upcoming_reminders: birthdays }) =>
        birthdays.length === 0 ? (
          <Nobody>{texts.noBirthdays}</Nobody>
        ) : (
          <ul className={classes.list}>
            {birthdays.map((one) => (
              <PersonLine
                key={one.id}
                id={one.id}
                name={one.title}
                thumbnail={one.related_people[0]?.thumbnail ?? ''}
                about={birthdayTexts.turns(
                  Number(one.next_occurrence.slice(0, 4)) - Number(one.date_value.slice(0, 4)),
                )}
                when={nearDay(one.next_occurrence, today)}
                isToday={one.days_until === 0}
              />
            ))}
          </ul>
        )
      }
    </Block>
  );
}

interface Known {
  id: number;
  name: string;
  thumbnail: string;
  when?: string;
}

interface PeopleBlockProps {
  title: string;
  icon: Icon;
  none: string;
  query: UseQueryResult<ClubOverview>;
  of: (overview: ClubOverview) => readonly Known[];
}

const most = 8;

function PeopleBlock({ title, icon, none, query, of }: PeopleBlockProps) {
  return (
    <Block title={title} icon={icon} query={query}>
      {(overview) => {
        const people = of(overview);
        if (people.length === 0) return <Nobody>{none}</Nobody>;
        return (
          <Folded items={people} limit={most}>
            {(shown) => (
              <ul className={classes.list}>
                {shown.map((person) => (
                  <PersonLine key={person.id} {...person} />
                ))}
              </ul>
            )}
          </Folded>
        );
      }}
    </Block>
  );
}
