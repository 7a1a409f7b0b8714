import { Button, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { logQuery } from '@/api/audit';
import { usersQuery } from '@/api/users';
import { everyWorkspaceQuery } from '@/api/workspaces';
import { DateField } from '@/components/DateField';
import { ListState } from '@/components/ListState';
import { dateProblem } from '@/lib/check-dates';
import { auditTexts as texts } from '@/texts/audit';
import { auditKinds, auditKindTexts } from '@/texts/audit-kinds';

import { LogEntry } from './LogEntry';
import type { LogSearch } from './log-filter';
import { objectName } from './log-words';
import classes from './Log.module.css';
import { SettingsCard } from './SettingsCard';

/** What happened in the club, newest first. */
export function LogTab({ search }: { search: LogSearch }) {
  const navigate = useNavigate();
  const users = useQuery(usersQuery);
  const workspaces = useQuery(everyWorkspaceQuery);
  const names = {
    users: new Map(users.data?.map(({ id, name }) => [id, name])),
    workspaces: new Map(workspaces.data?.map(({ id, name }) => [id, name])),
  };
  const { wat, wie: actor, over: object, van: from, tot: to } = search;
  const kind = auditKinds.find((one) => one === wat);
  const log = useInfiniteQuery(logQuery({ kind, actor, object, from, to }));
  const narrowed = Object.values(search).some((value) => value !== undefined);
  const ask = (more: LogSearch) =>
    void navigate({ to: '/instellingen/logboek', search: { ...search, ...more }, replace: true });
  const day = (typed: string) => (dateProblem(typed) === null && typed !== '' ? typed : undefined);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        <NativeSelect
          label={texts.kind}
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            ask({ wat: auditKinds.find((one) => one === value) })
          }
          data={[
            { value: '', label: texts.allKinds },
            ...auditKinds.map((value) => ({ value, label: auditKindTexts[value] })),
          ]}
        />
        <NativeSelect
          label={texts.actor}
          value={actor ?? ''}
          onChange={({ currentTarget: { value } }) =>
            ask({ wie: value === '' ? undefined : Number(value) })
          }
          data={[
            { value: '', label: texts.everybody },
            ...(users.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <DateField
          label={texts.from}
          value={from ?? ''}
          onChange={(value) => ask({ van: day(value) })}
        />
        <DateField
          label={texts.to}
          value={to ?? ''}
          onChange={(value) => ask({ tot: day(value) })}
        />
      </SimpleGrid>
      {object !== undefined && (
        <Button
          variant="light"
          size="compact-md"
          className={classes.object}
          rightSection={<IconX size={16} aria-hidden />}
          onClick={() => ask({ over: undefined })}
        >
          {texts.about(objectName(object, ''))}
        </Button>
      )}
      <ListState query={log}>
        {({ pages }) => {
          const entries = pages.flatMap(({ rows }) => rows);
          return entries.length === 0 ? (
            <Text c="dimmed">{narrowed ? texts.noneFound : texts.empty}</Text>
          ) : (
            <>
              <ol className={classes.list}>
                {entries.map((entry) => (
                  <LogEntry key={entry.id} entry={entry} names={names} />
                ))}
              </ol>
              {log.hasNextPage && (
                <Button
                  variant="default"
                  className={classes.object}
                  loading={log.isFetchingNextPage}
                  onClick={() => void log.fetchNextPage()}
                >
                  {texts.more}
                </Button>
              )}
            </>
          );
        }}
      </ListState>
    </SettingsCard>
  );
}
