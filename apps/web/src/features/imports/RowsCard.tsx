import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { importRowsQuery, useApplyImport, useIsChoosing } from '@/api/imports';
import type { ImportOutcome, PeopleImport } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ListState } from '@/components/ListState';
import { MoreButton } from '@/components/MoreButton';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { formatDateTime } from '@/lib/dates';
import { importTexts as texts } from '@/texts/imports';

import { RowItem } from './RowItem';
import classes from './Imports.module.css';

const outcomes: readonly ImportOutcome[] = ['new', 'changed', 'unchanged', 'refused'];

/** The rows: what would become of them, or what did. */
export function RowsCard({ one }: { one: PeopleImport }) {
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const query = useInfiniteQuery({
    ...importRowsQuery(one, outcome),
    placeholderData: keepPreviousData,
  });
  const counts = query.data?.pages[0]?.counts;
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const draft = one.state === 'draft';
  const count = (of: ImportOutcome) => counts?.[of] ?? 0;
  const all = outcomes.reduce((sum, of) => sum + count(of), 0);
  return (
    <SettingsCard
      title={draft ? texts.preview : texts.results}
      intro={
        draft
          ? texts.previewIntro
          : one.undo_until !== null
            ? texts.resultsIntro(formatDateTime(one.undo_until))
            : one.undone < one.counts.new + one.counts.changed
              ? texts.resultsLate
              : undefined
      }
      action={
        draft && counts !== undefined && !query.isError ? (
          <ApplyButton
            one={one}
            fresh={counts.new}
            changed={counts.changed}
            counting={query.isPlaceholderData}
          />
        ) : undefined
      }
    >
      <div className={classes.filter}>
        <SegmentedControl
          aria-label={texts.filter}
          value={outcome ?? ''}
          onChange={(value) => setOutcome(outcomes.find((of) => of === value))}
          data={[
            { value: '', label: texts.count(texts.all, all) },
            ...outcomes.map((of) => ({
              value: of,
              label: texts.count(texts.outcomes[of], count(of)),
            })),
          ]}
        />
      </div>
      <ListState query={query}>
        {() =>
          rows.length === 0 ? (
            <Text c="dimmed">{texts.noRows}</Text>
          ) : (
            <Stack>
              <ul className={classes.rows}>
                {rows.map((row) => (
                  <RowItem key={row.row} id={one.id} row={row} />
                ))}
              </ul>
              <Group justify="center">
                <MoreButton query={query} />
              </Group>
            </Stack>
          )
        }
      </ListState>
    </SettingsCard>
  );
}

interface ApplyButtonProps {
  one: PeopleImport;
  fresh: number;
  changed: number;
  /** These are the numbers of before. */
  counting: boolean;
}

function ApplyButton({ one, fresh, changed, counting }: ApplyButtonProps) {
  const apply = useApplyImport();
  const choosing = useIsChoosing(one.id);
  const [asking, dialog] = useDisclosure();
  if (fresh + changed === 0) return <Text c="dimmed">{texts.nothingToApply}</Text>;
  return (
    <>
      <Button onClick={dialog.open} disabled={choosing || counting}>
        {texts.apply}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={texts.applyTitle(one.file)}
        message={texts.applyMessage(fresh, changed)}
        confirm={texts.apply}
        harmless
        mutation={apply}
        variables={one.id}
        onDone={() => notifications.show({ color: 'green', message: texts.begun })}
      />
    </>
  );
}
