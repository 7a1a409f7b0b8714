import { Group, Text } from '@mantine/core';

import { AnchorLink } from '@/components/links';
import { withPreset } from '@/features/people/presets';
import { usualSearch } from '@/features/people/search';
import { formatNumber } from '@/lib/numbers';
import { dashboardTexts as texts, figureTexts, shortageTexts } from '@/texts/dashboard';

import { Block, icons, Nobody } from './Block';
import classes from './Dashboard.module.css';
import { longDay, nearDay } from './days';
import type { BlockOf } from './People';
import { places } from './places';
import { firstRows } from './Rows';

/** Numbers with what they count. */
export function Numbers({ of }: { of: readonly (readonly [label: string, count: number])[] }) {
  return (
    <dl className={classes.figures}>
      {of.map(([label, count]) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function MembershipBlock({ dashboard }: BlockOf) {
  const words = figureTexts.membership;
  return (
    <Block title={texts.blocks.membership} icon={icons.membership} query={dashboard}>
      {({ membership: figures }) =>
        figures !== undefined && (
          <>
            <Text size="sm" c="dimmed">
              {words.scope}. {words.since(longDay(figures.season_start))}
            </Text>
            <Numbers
              of={[
                [words.total, figures.total],
                [words.joined, figures.joined],
                [words.left, figures.left],
              ]}
            />
            {figures.left_unknown > 0 && (
              <Text size="sm" className={classes.notice}>
                {words.incomplete(figures.left_unknown)}
              </Text>
            )}
            <Group gap="md">
              <AnchorLink
                to="/leden"
                search={{ ...usualSearch, ...withPreset('nieuw'), typeLid: 'Bondslid' }}
                size="sm"
              >
                {words.newcomers}
              </AnchorLink>
              <AnchorLink
                to="/leden"
                search={{
                  ...usualSearch,
                  ...withPreset('gestopt'),
                  typeLid: 'Bondslid~Oud bondslid',
                }}
                size="sm"
              >
                {words.leavers}
              </AnchorLink>
            </Group>
          </>
        )
      }
    </Block>
  );
}

export function VogBlock({ dashboard }: BlockOf) {
  const words = figureTexts.vog;
  return (
    <Block
      title={texts.blocks.vog}
      icon={icons.vog}
      query={dashboard}
      tools={
        <AnchorLink to={places.vog} size="sm">
          {words.page}
        </AnchorLink>
      }
    >
      {({ vog }) =>
        vog !== undefined && (
          <>
            <Text size="sm" c="dimmed">
              {words.scope}
            </Text>
            <Numbers
              of={[
                [words.notRequested, vog.missing_or_expired_not_requested],
                [words.requested, vog.missing_or_expired_requested],
                [words.expiring, vog.expiring],
              ]}
            />
          </>
        )
      }
    </Block>
  );
}

export function VolunteersBlock({ dashboard }: BlockOf) {
  return (
    <Block
      title={texts.blocks.volunteers}
      icon={icons.volunteers}
      query={dashboard}
      tools={
        <AnchorLink to={places.shifts} size="sm">
          {shortageTexts.page}
        </AnchorLink>
      }
    >
      {({ volunteers, today }) =>
        volunteers === undefined ? null : volunteers.items.length === 0 ? (
          <Nobody>{shortageTexts.none}</Nobody>
        ) : (
          <>
            <Text size="sm" fw={600}>
              {shortageTexts.total(volunteers.open_places, volunteers.open_shifts)}
            </Text>
            <ul className={classes.list}>
              {volunteers.items.slice(0, firstRows).map((shift) => (
                <li key={shift.id} className={classes.line}>
                  <span className={classes.what}>
                    <span>{shift.title}</span>
                    <Text component="span" size="sm" c="dimmed">
                      {shortageTexts.filled(shift.filled, shift.needed)}
                    </Text>
                  </span>
                  <span className={classes.when} data-today={shift.date === today || undefined}>
                    {nearDay(shift.date, today)} {shift.start} – {shift.end}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Block>
  );
}
