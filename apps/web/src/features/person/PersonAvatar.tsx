import type { PersonRow } from '@/api/types';
import { RoundPicture } from '@/components/picture/RoundPicture';
import { picturePath } from '@/lib/pictures';

import { initials } from '@/lib/names';

interface PersonAvatarProps {
  person: Pick<PersonRow, 'first_name' | 'last_name' | 'thumbnail'>;
  size: number;
}

/** The photo, or two letters; the name stands beside it, so it says nothing to who cannot see it. */
export function PersonAvatar({ person, size }: PersonAvatarProps) {
  return (
    <RoundPicture src={picturePath(person.thumbnail)} size={size}>
      {initials(person)}
    </RoundPicture>
  );
}
