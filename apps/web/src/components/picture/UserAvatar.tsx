import { initialsOf } from '@/lib/names';
import { picturePath } from '@/lib/pictures';

import { RoundPicture } from './RoundPicture';

interface UserAvatarProps {
  user: { name: string; avatar_url: string };
  size: number;
  className?: string;
}

/** The photo of the person who a user is, or two letters, beside the name. */
export function UserAvatar({ user, ...picture }: UserAvatarProps) {
  return (
    <RoundPicture src={picturePath(user.avatar_url)} {...picture}>
      {initialsOf(user.name)}
    </RoundPicture>
  );
}
