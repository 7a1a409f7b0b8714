import { Avatar } from '@mantine/core';

import type { PersonRow } from '@/api/types';
import { picturePath } from '@/lib/pictures';

import { initials } from './name';

interface PersonAvatarProps {
  person: Pick<PersonRow, 'first_name' | 'last_name' | 'thumbnail'>;
  size: number;
}

/** The photo, or two letters; the name stands beside it, so it says nothing to who cannot see it. */
export function PersonAvatar({ person, size }: PersonAvatarProps) {
  return (
    <Avatar
      src={picturePath(person.thumbnail)}
      alt=""
      size={size}
      color="club"
      imageProps={{ loading: 'lazy', decoding: 'async', width: size, height: size }}
      aria-hidden
    >
      {initials(person)}
    </Avatar>
  );
}
