import {
  Alert,
  Button,
  Group,
  List,
  Progress,
  ScrollArea,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { bulkJobQuery, useBulkInvoices } from '@/api/finance';
import { makeStale, staleAfter } from '@/api/stale';
import { Dialog } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { commonTexts } from '@/texts/common';
import { bulkTexts as texts } from '@/texts/finance';

const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

/** The button that bills a season, for administrators: first whom it would bill, then how far it is. */
export default function BulkInvoices({ season }: { season: string }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  useChangedInvoices(wasOpened);
  const open = () => {
    setOpen(true);
    setWasOpened(true);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open}>
        {texts.open}
      </Button>
      {isOpen && <BulkDialog season={season} onClose={() => setOpen(false)} />}
    </>
  );
}

function BulkDialog({ season, onClose }: { season: string; onClose: () => void }) {
  const job = useQuery(bulkJobQuery);
  const plan = useBulkInvoices();
  const start = useBulkInvoices();
  const { mutate } = plan;
  useEffect(() => mutate({ season, dry_run: true }), [mutate, season]);
  const isRunning = job.data?.status === 'running';
  return (
    <Dialog opened onClose={onClose} title={texts.title(season)} size="lg" busy={start.isPending}>
      <Stack>
        <ErrorAlert error={plan.error ?? start.error} title={texts.failed} />
        {isRunning || start.isSuccess ? (
          <Running />
        ) : (
          plan.data !== undefined && (
            <>
              <Text>
                {plan.data.created === 0
                  ? texts.none
                  : texts.plan(plan.data.created, euros.format(plan.data.total_amount))}
              </Text>
              <ScrollArea.Autosize mah="20rem" viewportProps={{ tabIndex: 0 }}>
                <Table>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{texts.member}</Table.Th>
                      <Table.Th>{texts.category}</Table.Th>
                      <Table.Th ta="right">{texts.amount}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {plan.data.invoices.map(({ person_id, name, category, amount }) => (
                      <Table.Tr key={person_id}>
                        <Table.Td>{name}</Table.Td>
                        <Table.Td>{category}</Table.Td>
                        <Table.Td ta="right">{euros.format(amount)}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </ScrollArea.Autosize>
            </>
          )
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={start.isPending}>
            {commonTexts.close}
          </Button>
          {!isRunning && !start.isSuccess && (
            <Button
              disabled={plan.data === undefined || plan.data.created === 0}
              loading={plan.isPending || start.isPending}
              onClick={() => start.mutate({ season })}
            >
              {texts.start}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What shows invoices is asked for anew as the job makes them, whether the dialog is still open or not. */
function useChangedInvoices(enabled: boolean): void {
  const { data: job } = useQuery({ ...bulkJobQuery, enabled });
  const queryClient = useQueryClient();
  const created = job?.created;
  useEffect(() => {
    if (created === undefined || created === 0) return;
    void makeStale(queryClient, staleAfter.invoices());
  }, [created, queryClient]);
}

function Running() {
  const { data: job } = useQuery(bulkJobQuery);
  if (job === undefined) return null;
  const part = job.total === 0 ? 100 : (100 * job.processed) / job.total;
  return (
    <Stack aria-live="polite">
      <Progress value={part} aria-label={texts.progress} animated={job.status === 'running'} />
      <Text>
        {job.status === 'running'
          ? texts.running(job.processed, job.total)
          : texts.done(job.created, job.skipped)}
      </Text>
      {job.errors.length > 0 && (
        <Alert color="red" title={texts.problems}>
          <List>
            {job.errors.map(({ person_id, name, message }) => (
              <List.Item key={person_id}>
                {name}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
