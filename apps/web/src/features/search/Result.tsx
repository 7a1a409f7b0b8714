import { ActionIcon, Avatar, Badge } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { type FavoriteKind, useFavorite } from '@/api/search';
import type { PersonHit, TeamHit } from '@/api/types';
import { FormerBadge } from '@/components/FormerBadge';
import { PersonAvatar } from '@/features/person/PersonAvatar';
import { describeError } from '@/lib/describe-error';
import { picturePath } from '@/lib/pictures';
import { commonTexts } from '@/texts/common';
import { searchTexts } from '@/texts/search';

import classes from './Search.module.css';

export function PersonResult({ person, onOpen }: { person: PersonHit; onOpen: () => void }) {
  return (
    <Result kind="people" hit={person}>
      <PersonAvatar person={person} size={36} />
      <Link
        to="/leden/$personId"
        params={{ personId: person.id }}
        preload={false}
        className={classes.link}
        onClick={onOpen}
      >
        {person.name === '' ? commonTexts.unnamed : person.name}
      </Link>
      {person.former_member && <FormerBadge />}
      {person.labels.map((label) => (
        <Badge key={label} variant="light" size="sm">
          {label}
        </Badge>
      ))}
    </Result>
  );
}

export function TeamResult({ team, onOpen }: { team: TeamHit; onOpen: () => void }) {
  return (
    <Result kind="teams" hit={team}>
      <Avatar src={picturePath(team.thumbnail)} alt="" size={36} radius="md" aria-hidden>
        {team.name.slice(0, 2)}
      </Avatar>
      <Link
        to="/teams/$teamId"
        params={{ teamId: team.id }}
        preload={false}
        className={classes.link}
        onClick={onOpen}
      >
        {team.name}
      </Link>
    </Result>
  );
}

interface ResultProps {
  kind: FavoriteKind;
  hit: PersonHit | TeamHit;
  children: ReactNode;
}

/** One that was found: its link covers the row, and the star lies above it. */
function Result({ kind, hit, children }: ResultProps) {
  return (
    <li className={classes.result}>
      {children}
      <Star kind={kind} hit={hit} />
    </li>
  );
}

function Star({ kind, hit: { id, name, is_favorite } }: Omit<ResultProps, 'children'>) {
  const { mutate } = useFavorite();
  const Icon = is_favorite ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      color={is_favorite ? 'yellow' : 'gray'}
      className={classes.star}
      aria-label={searchTexts.favorite(name)}
      aria-pressed={is_favorite}
      onClick={() =>
        mutate(
          { kind, id, favorite: !is_favorite },
          {
            onError: (error) =>
              notifications.show({
                color: 'red',
                title: searchTexts.favoriteFailed,
                message: describeError(error).message,
              }),
          },
        )
      }
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
