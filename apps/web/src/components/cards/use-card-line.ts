import { useState } from 'react';

import type { CardEditor } from './use-card-editor';

/** A card of which one line can be changed where it stands, or all of it. */
export interface CardLine<At> {
  /** That of the card; its button changes all of it. */
  editor: CardEditor;
  /** The line that is being changed. */
  at: At | undefined;
  begin: (at: At) => void;
}

export function useCardLine<At>(editor: CardEditor): CardLine<At> {
  const [line, setLine] = useState<At>();
  const open = (at?: At) => {
    setLine(() => at);
    editor.start();
  };
  return {
    editor: { ...editor, start: () => open() },
    at: editor.editing ? line : undefined,
    begin: open,
  };
}
