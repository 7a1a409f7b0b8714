import { markFound } from '@/lib/mark';

import classes from './Search.module.css';

/** A text in which what was typed stands out. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  return markFound(text, typed).map((piece, place) =>
    piece.found ? (
      <mark key={place} className={classes.mark}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
