import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { changesQuery } from '@/api/audit';
import type { PersonChange } from '@/api/types';
import { ListState } from '@/components/ListState';
import { formatDateTime } from '@/lib/dates';
import { looksTexts, changesTexts as texts } from '@/texts/audit';

import { changeLines } from './change-words';
import classes from './Changes.module.css';
import { Looks } from './Looks';

/** Who changed what of somebody, or who looked at the record. */
export default function ChangesTab({ person }: { person: number }) {
  const [shown, setShown] = useState<'changes' | 'looks'>('changes');
  return (
    <Stack gap="md" align="flex-start">
      <SegmentedControl
        aria-label={looksTexts.switch}
        value={shown}
        onChange={setShown}
        data={[
          { value: 'changes', label: looksTexts.changes },
          { value: 'looks', label: looksTexts.looks },
        ]}
      />
      {shown === 'changes' ? <Changes person={person} /> : <Looks person={person} />}
    </Stack>
  );
}

/** Newest first. */
function Changes({ person }: { person: number }) {
  const changes = useInfiniteQuery(changesQuery(person));
  return (
    <ListState query={changes}>
      {({ pages }) => (
        <Stack gap="md" className={classes.tab}>
          <ol className={classes.list}>
            {pages
              .flatMap(({ rows }) => rows)
              .map((change) => (
                <Change key={change.id} change={change} />
              ))}
          </ol>
          {changes.hasNextPage && (
            <Button
              variant="default"
              className={classes.more}
              loading={changes.isFetchingNextPage}
              onClick={() => void changes.fetchNextPage()}
            >
              {texts.more}
            </Button>
          )}
        </Stack>
      )}
    </ListState>
  );
}

function Change({ change }: { change: PersonChange }) {
  const { kind, created, user_name, fields } = change;
  return (
    <li className={classes.entry}>
      <Text size="sm" c="dimmed">
        {texts.by(user_name || texts.unknown, formatDateTime(created))}
      </Text>
      {kind !== 'changed' && <Text fw={600}>{texts[kind]}</Text>}
      {kind === 'changed' && fields.length === 0 && <Text c="dimmed">{texts.hidden}</Text>}
      {fields.length > 0 && (
        <dl className={classes.fields}>
          {fields.map((field) => {
            const { label, gone, come } = changeLines(field);
            return (
              <div key={field.field} className={classes.field}>
                <dt>{label}</dt>
                <dd>
                  {gone.map((line, index) => (
                    <del key={`-${index}`}>{line}</del>
                  ))}
                  {come.map((line, index) => (
                    <ins key={`+${index}`}>{line}</ins>
                  ))}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </li>
  );
}
