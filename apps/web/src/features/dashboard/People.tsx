import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';

import type { RoleDashboard } from '@/api/types';
import { AnchorLink } from '@/components/links';
import { RoundPicture } from '@/components/picture/RoundPicture';
import { picturePath } from '@/lib/pictures';
import { anniversaryTexts, birthdayTexts, dashboardTexts as texts } from '@/texts/dashboard';

import { Block, icons, Nobody } from './Block';
import classes from './Dashboard.module.css';
import { nearDay } from './days';
import { places } from './places';
import { firstRows, Rows } from './Rows';

export interface BlockOf {
  dashboard: UseQueryResult<RoleDashboard>;
}

interface SomebodyProps {
  /** null for who may not be opened. */
  id: number | null;
  name: string;
  thumbnail: string;
}

const firstLetters = (name: string): string =>
  [name.trim().split(/\s+/)]
    .flatMap((parts) => [parts[0], parts.length > 1 ? parts.at(-1) : ''])
    .map((part = '') => part.charAt(0).toUpperCase())
    .join('');

interface LineProps extends SomebodyProps {
  about?: string;
  when?: string;
  isToday?: boolean;
}

/** A face, a name that leads to the person, what it is about (on a phone perhaps below the name), and when. */
export function PersonLine({ id, name, thumbnail, about, when, isToday = false }: LineProps) {
  return (
    <li className={classes.line}>
      <RoundPicture src={picturePath(thumbnail)} size={32}>
        {firstLetters(name)}
      </RoundPicture>
      <span className={classes.what}>
        {id === null ? (
          <Text component="span">{name}</Text>
        ) : (
          <AnchorLink to="/leden/$personId" params={{ personId: id }}>
            {name}
          </AnchorLink>
        )}
        {about !== undefined && (
          <Text component="span" size="sm" c="dimmed">
            {about}
          </Text>
        )}
      </span>
      {when !== undefined && (
        <span className={classes.when} data-today={isToday || undefined}>
          {when}
        </span>
      )}
    </li>
  );
}

export function BirthdaysBlock({ dashboard }: BlockOf) {
  return (
    <Block title={texts.blocks.birthdays} icon={icons.birthdays} query={dashboard}>
      {({ birthdays, today }) =>
        birthdays.length === 0 ? (
          <Nobody>{birthdayTexts.none}</Nobody>
        ) : (
          <Rows items={birthdays} all={birthdayTexts.all}>
            {(shown) => (
              <ul className={classes.list}>
                {shown.map(({ id, name, thumbnail, age, date, days_until }) => (
                  <PersonLine
                    key={id}
                    {...{ id, name, thumbnail }}
                    about={birthdayTexts.turns(age)}
                    when={nearDay(date, today)}
                    isToday={days_until === 0}
                  />
                ))}
              </ul>
            )}
          </Rows>
        )
      }
    </Block>
  );
}

export function AnniversariesBlock({ dashboard }: BlockOf) {
  return (
    <Block
      title={texts.blocks.anniversaries}
      icon={icons.anniversaries}
      query={dashboard}
      tools={
        <AnchorLink to={places.anniversaries} size="sm">
          {anniversaryTexts.all}
        </AnchorLink>
      }
    >
      {({ anniversaries = [], today }) =>
        anniversaries.length === 0 ? (
          <Nobody>{anniversaryTexts.none}</Nobody>
        ) : (
          <ul className={classes.list}>
            {anniversaries.slice(0, firstRows).map((one, index) => (
              <PersonLine
                key={one.id ?? `zonder-${index}`}
                id={one.id}
                name={one.name}
                thumbnail={one.thumbnail}
                about={anniversaryTexts.years(one.milestone_years)}
                when={nearDay(one.date, today)}
                isToday={one.days_until === 0}
              />
            ))}
          </ul>
        )
      }
    </Block>
  );
}
