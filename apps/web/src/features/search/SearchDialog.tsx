import { ActionIcon, Loader, Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';

import { searchQuery, shortestSearch } from '@/api/search';
import type { Me } from '@/api/types';
import { useReturnFocus } from '@/components/use-return-focus';
import { commonTexts } from '@/texts/common';
import { searchTexts } from '@/texts/search';

import { deedsFor, deedsNamed } from './deeds';
import classes from './Search.module.css';
import { SearchResults } from './SearchResults';
import { StartResults } from './StartResults';
import { useArrowKeys } from './use-arrow-keys';
import type { Typed } from './use-type-ahead';

interface SearchDialogProps {
  me: Me;
  typed: Typed;
  onType: (typed: Typed) => void;
  /** The field has the focus: keys go there. */
  onReady: () => void;
  onNewPerson: () => void;
  onClose: () => void;
}

/** Finds people, teams, committees and deeds by what somebody remembers of them. */
export default function SearchDialog(props: SearchDialogProps) {
  const { me, typed, onType, onReady, onNewPerson, onClose } = props;
  useReturnFocus();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const moveFocus = useArrowKeys(input, list);

  const q = typed.text.trim();
  const asks = q.length >= shortestSearch;
  // Every letter is a question of its own, and the one before is given up: the answer is there before a pause would be over.
  const hits = useQuery(searchQuery(q));
  const settled = !asks || (!hits.isPlaceholderData && !hits.isPending);
  const busy = asks && hits.isFetching;
  const results = { deeds: deedsNamed(deedsFor(me), q), onOpen: onClose, onNewPerson };

  // Enter means the first result, but only of what is asked: never of what stood there before.
  useEffect(() => {
    if (!typed.entered || !settled) return;
    onType({ ...typed, entered: false });
    list.current?.querySelector<HTMLElement>('[data-hit]')?.click();
  }, [typed, settled, onType]);

  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== input.current) moveFocus(event);
    else if (q !== '') onType({ ...typed, entered: true });
  };

  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="10vh" xOffset="sm">
      <Modal.Overlay />
      <Modal.Content aria-label={searchTexts.title} radius="lg">
        <Modal.Body p={0}>
          {/* The keys are those of the field and the links in it. */}
          <div onKeyDown={pressed} role="presentation">
            <div className={classes.field}>
              <TextInput
                ref={input}
                type="search"
                size="lg"
                variant="unstyled"
                data-autofocus
                aria-label={searchTexts.input}
                aria-describedby="zoek-toetsen"
                placeholder={searchTexts.placeholder}
                maxLength={200}
                autoComplete="off"
                leftSection={<IconSearch size={20} aria-hidden />}
                rightSectionWidth="auto"
                rightSectionPointerEvents="all"
                rightSection={
                  <>
                    {busy && <Loader size="xs" aria-hidden />}
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="lg"
                      mx="xs"
                      aria-label={commonTexts.close}
                      onClick={onClose}
                    >
                      <IconX size={18} aria-hidden />
                    </ActionIcon>
                  </>
                }
                value={typed.text}
                onFocus={onReady}
                onChange={({ currentTarget }) =>
                  onType({ text: currentTarget.value, entered: false })
                }
              />
              <VisuallyHidden id="zoek-toetsen">{searchTexts.keys}</VisuallyHidden>
            </div>
            <div ref={list} className={classes.results} aria-busy={busy}>
              {asks ? (
                <SearchResults
                  {...results}
                  q={q}
                  hits={hits.data}
                  // An answer to an older question stays until the new one is there, and says so.
                  stale={!settled}
                  error={hits.error}
                  retrying={hits.isFetching}
                  onRetry={() => void hits.refetch()}
                />
              ) : (
                <StartResults {...results} typed={q} />
              )}
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
