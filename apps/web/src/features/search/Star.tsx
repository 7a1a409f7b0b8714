import { ActionIcon } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconStar, IconStarFilled } from '@tabler/icons-react';

import { type FavoriteKind, useFavorite } from '@/api/favorites';
import type { PersonHit, TeamHit } from '@/api/types';
import { describeError } from '@/lib/describe-error';
import { searchTexts } from '@/texts/search';

import classes from './Search.module.css';

interface StarProps {
  kind: FavoriteKind;
  hit: Pick<PersonHit | TeamHit, 'id' | 'name' | 'is_favorite'>;
}

export function Star({ kind, hit: { id, name, is_favorite } }: StarProps) {
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
