import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import { looksQuery } from '@/api/audit';
import type { PersonLook } from '@/api/types';
import { ListState } from '@/components/ListState';
import { formatDate } from '@/lib/dates';
import { looksTexts, changesTexts as texts } from '@/texts/audit';

import classes from './Changes.module.css';

/** Who looked at somebody's record, the newest day first. */
export function Looks({ person }: { person: number }) {
  const looks = useInfiniteQuery(looksQuery(person));
  return (
    <ListState query={looks}>
      {({ pages }) => (
        <Stack gap="md" className={classes.tab}>
          <Text size="sm" c="dimmed">
            {pages[0]?.rows.length ? looksTexts.about : looksTexts.empty}
          </Text>
          <ol className={classes.list}>
            {pages
              .flatMap(({ rows }) => rows)
              .map((look) => (
                <li key={`${look.day} ${look.user_id}`} className={classes.entry}>
                  <Text fw={600}>{look.user_name || texts.unknown}</Text>
                  <Text size="sm" c="dimmed">
                    {looked(look)}
                  </Text>
                </li>
              ))}
          </ol>
          {looks.hasNextPage && (
            <Button
              variant="default"
              className={classes.more}
              loading={looks.isFetchingNextPage}
              onClick={() => void looks.fetchNextPage()}
            >
              {texts.more}
            </Button>
          )}
        </Stack>
      )}
    </ListState>
  );
}

/** When, and how. */
function looked({ day, opened, exported }: PersonLook) {
  const ways = [
    opened && looksTexts.opened(clock(opened)),
    exported && looksTexts.exported(clock(exported)),
  ];
  return [formatDate(day), ...ways.filter((way) => way)].join(', ');
}

/** The time of a stamp of the API. */
const clock = (stamp: string) => stamp.slice(11, 16);
