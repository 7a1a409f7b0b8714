import { ActionIcon, Loader, Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';

import { searchQuery, shortestSearch } from '@/api/search';
import { useReturnFocus } from '@/components/use-return-focus';
import { commonTexts } from '@/texts/common';
import { searchTexts } from '@/texts/search';

import classes from './Search.module.css';
import { SearchResults } from './SearchResults';
import { useArrowKeys } from './use-arrow-keys';

const typingPause = 200;

/** Finds people and teams by what somebody remembers of them. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const moveFocus = useArrowKeys(input, list);

  const q = typed.trim();
  const [paused] = useDebouncedValue(q, typingPause);
  const asked = q.length < shortestSearch ? '' : paused;
  const hits = useQuery(searchQuery(asked));
  const settled = asked === q && !hits.isPlaceholderData;
  const busy = q.length >= shortestSearch && (!settled || hits.isFetching);

  const pressed = (event: KeyboardEvent) => {
    // Enter means the first result, but only of what is asked: never of what stood there before.
    if (event.key === 'Enter' && event.target === input.current && settled) {
      list.current?.querySelector('a')?.click();
      return;
    }
    moveFocus(event);
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
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
              <VisuallyHidden id="zoek-toetsen">{searchTexts.keys}</VisuallyHidden>
            </div>
            <div ref={list} className={classes.results} aria-busy={busy}>
              <SearchResults
                q={asked}
                hits={hits.data}
                // An answer to an older question stays until the new one is there, and says so.
                stale={!settled}
                error={hits.error}
                retrying={hits.isFetching}
                onRetry={() => void hits.refetch()}
                onOpen={onClose}
              />
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
