import { Text, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { preload } from '@/api/preload';
import { searchStartQuery } from '@/api/search';
import type { Me } from '@/api/types';
import { FrameIcon } from '@/components/icons/FrameIcon';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { searchButtonTexts } from '@/texts/search-button';

import classes from './Search.module.css';
import { type Typed, useTypeAhead } from './use-type-ahead';

const SearchDialog = lazyPart(() => import('./SearchDialog'), 'soon');
const NewPersonDialog = lazyPart(() => import('@/features/people/NewPersonDialog'));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const nothing: Typed = { text: '', entered: false };

/** Searches from every page: by this button, or by the keys that are customary for it. */
export function SearchButton({ me }: { me: Me }) {
  const [shown, setShown] = useState<'nothing' | 'search' | 'new person'>('nothing');
  const [typed, setTyped] = useState(nothing);
  const [ready, setReady] = useState(false);
  const queryClient = useQueryClient();
  const opened = shown === 'search';
  useTypeAhead(opened && !ready, setTyped);

  const fetchSoon = () => {
    void SearchDialog.preload();
    preload(queryClient, searchStartQuery);
  };
  const open = () => {
    fetchSoon();
    setTyped(nothing);
    setReady(false);
    setShown('search');
  };
  const close = () => setShown('nothing');
  useSearchKey(() => (opened ? close() : open()));
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        aria-label={searchButtonTexts.title}
        onPointerEnter={() => void SearchDialog.preload()}
        onFocus={() => void SearchDialog.preload()}
        onClick={open}
      >
        <FrameIcon name="search" size={18} />
        <Text component="span" size="sm" visibleFrom="sm">
          {searchButtonTexts.open}
        </Text>
        <span className={classes.keys} aria-hidden>
          {isMac ? '⌘K' : 'Ctrl K'}
        </span>
      </UnstyledButton>
      <Part onGiveUp={close}>
        {opened && (
          <SearchDialog
            me={me}
            typed={typed}
            onType={setTyped}
            onReady={() => setReady(true)}
            onNewPerson={() => setShown('new person')}
            onClose={close}
          />
        )}
      </Part>
      <Part onGiveUp={close}>{shown === 'new person' && <NewPersonDialog onClose={close} />}</Part>
    </>
  );
}

const isRichText = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.isContentEditable;

/** Ctrl K, or on a Mac Command K; also while somebody types in a field, but not where the key makes a link. */
function useSearchKey(act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key.toLowerCase() !== 'k' || isRichText(event.target)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.documentElement.addEventListener('keydown', listen);
    return () => document.documentElement.removeEventListener('keydown', listen);
  }, []);
}
