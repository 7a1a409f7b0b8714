import { Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

import { searchTexts } from '@/texts/search';

import classes from './Search.module.css';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';

const SearchDialog = lazyPart(() => import('./SearchDialog'), 'soon');

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Searches from every page: by this button, or by the keys that are customary for it. */
export function SearchButton() {
  const [opened, setOpened] = useState(false);
  // Also while somebody types in a field.
  useHotkeys([['mod+K', () => setOpened((was) => !was)]], []);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        aria-label={searchTexts.title}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={18} aria-hidden />
        <Text component="span" size="sm" visibleFrom="sm">
          {searchTexts.open}
        </Text>
        <span className={classes.keys} aria-hidden>
          {isMac ? '⌘K' : 'Ctrl K'}
        </span>
      </UnstyledButton>
      <Part onGiveUp={() => setOpened(false)}>
        {opened && <SearchDialog onClose={() => setOpened(false)} />}
      </Part>
    </>
  );
}
