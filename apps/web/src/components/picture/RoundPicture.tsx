import { type ReactNode, useState } from 'react';

import classes from './RoundPicture.module.css';

interface RoundPictureProps {
  src: string | null | undefined;
  size: number;
  className?: string;
  /** Stands there without a picture, or when it does not come. */
  children: ReactNode;
}

/**
 * A face or its initials, beside the name that says whose. As Mantine's avatar, without the colours and groups of it that the
 * first list would wait for.
 */
export function RoundPicture({ src, size, className = '', children }: RoundPictureProps) {
  const [lost, setLost] = useState<string>();
  return (
    <span
      className={`${classes.picture} ${className}`}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden
    >
      {!src || src === lost ? (
        children
      ) : (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setLost(src)}
        />
      )}
    </span>
  );
}
