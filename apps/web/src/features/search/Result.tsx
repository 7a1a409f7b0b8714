import { Avatar, Badge } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { CommitteeHit, PersonHit } from '@/api/types';
import { FormerBadge } from '@/components/FormerBadge';
import { FrameIcon } from '@/components/icons/FrameIcon';
import { PersonAvatar } from '@/features/person/PersonAvatar';
import { formatPhone } from '@/lib/phone';
import { picturePath } from '@/lib/pictures';
import { commonTexts } from '@/texts/common';
import { peopleTexts } from '@/texts/people';
import { personTexts } from '@/texts/person';
import { searchTexts } from '@/texts/search';
import { searchSettingsTexts } from '@/texts/settings-admin';

import type { Deed } from './deeds';
import { Marked } from './Marked';
import classes from './Search.module.css';
import { Star } from './Star';

interface ResultProps {
  /** What stands out in it. */
  typed: string;
  onOpen: () => void;
}

export function PersonResult({ person, typed, onOpen }: ResultProps & { person: PersonHit }) {
  const { id, name, age, groups, city, labels, former_member, matches } = person;
  const about = [age === null ? '' : peopleTexts.years(age), groups.join(', '), city];
  return (
    <li className={classes.result}>
      <PersonAvatar person={person} size={36} />
      <div className={classes.text}>
        <span className={classes.name}>
          <HitLink to="/leden/$personId" params={{ personId: id }} onOpen={onOpen}>
            {name === '' ? commonTexts.unnamed : <Marked text={name} typed={typed} />}
          </HitLink>
          {former_member && <FormerBadge />}
          {labels.map((label) => (
            <Badge key={label} variant="light" size="sm">
              {label}
            </Badge>
          ))}
        </span>
        <span className={classes.about}>{about.filter((part) => part !== '').join(' · ')}</span>
        {matches.map((match) => (
          <span key={`${match.field} ${match.value}`} className={classes.about}>
            {fieldName(match.field)}: <Marked text={shownValue(match)} typed={typed} />
          </span>
        ))}
      </div>
      <Star kind="people" hit={person} />
    </li>
  );
}

type Match = PersonHit['matches'][number];

const contactNames: Readonly<Record<string, string>> = personTexts.contactTypes;

const fieldName = (field: string): string =>
  searchTexts.fields[field] ?? searchSettingsTexts.names[field] ?? contactNames[field] ?? field;

const shownValue = ({ field, value }: Match): string =>
  field === 'mobile' || field === 'phone' ? formatPhone(value) : value;

interface GroupResultProps extends ResultProps {
  group: CommitteeHit;
  /** Whether it is a favourite; of what can be none it is not said. */
  favorite?: boolean;
  link: Pick<LinkProps, 'to' | 'params'>;
}

export function GroupResult({ group, favorite, link, typed, onOpen }: GroupResultProps) {
  return (
    <li className={classes.result}>
      <Avatar src={picturePath(group.thumbnail)} alt="" size={36} radius="md" aria-hidden>
        {group.name.slice(0, 2)}
      </Avatar>
      <HitLink {...link} onOpen={onOpen}>
        <Marked text={group.name} typed={typed} />
      </HitLink>
      {favorite !== undefined && <Star kind="teams" hit={{ ...group, is_favorite: favorite }} />}
    </li>
  );
}

interface DeedResultProps extends ResultProps {
  deed: Deed;
  onNewPerson: () => void;
}

export function DeedResult({ deed, typed, onOpen, onNewPerson }: DeedResultProps) {
  const { icon: Icon, label, link } = deed;
  return (
    <li className={classes.result}>
      <span className={classes.icon}>
        {typeof Icon === 'string' ? (
          <FrameIcon name={Icon} size={20} />
        ) : (
          <Icon size={20} aria-hidden />
        )}
      </span>
      {link === undefined ? (
        <button type="button" className={classes.link} onClick={onNewPerson} data-hit>
          <Marked text={label} typed={typed} />
        </button>
      ) : (
        <HitLink {...link} onOpen={onOpen}>
          <Marked text={label} typed={typed} />
        </HitLink>
      )}
    </li>
  );
}

interface MoreProps {
  link: Pick<LinkProps, 'to' | 'search'>;
  label: string;
  onOpen: () => void;
}

/** Leads to the list that has everything that was found. */
export function MoreResult({ link, label, onOpen }: MoreProps) {
  return (
    <li className={classes.more}>
      <HitLink {...link} onOpen={onOpen}>
        {label}
      </HitLink>
    </li>
  );
}

type HitLinkProps = Pick<LinkProps, 'to' | 'params' | 'search'> & {
  onOpen: () => void;
  children: ReactNode;
};

/** Covers its row; a star lies above it. */
function HitLink({ onOpen, children, ...link }: HitLinkProps) {
  return (
    <Link {...link} preload={false} className={classes.link} onClick={onOpen} data-hit>
      {children}
    </Link>
  );
}
