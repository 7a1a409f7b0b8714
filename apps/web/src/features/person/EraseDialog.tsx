import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { erasureQuery, usePlanErasure } from '@/api/erasures';
import { forgetPerson } from '@/api/people/mutations';
import type { ErasurePart } from '@/api/types';
import { Dialog } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { useLeadOn } from '@/components/use-lead-on';
import { formatDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { erasureTexts as texts } from '@/texts/erasure';

interface EraseDialogProps {
  id: number;
  name: string;
  onClose: () => void;
}

const fates = ['goes', 'unnamed', 'stays'] as const;

/** Tells what goes and what stays, and asks. */
export default function EraseDialog({ id, name, onClose }: EraseDialogProps) {
  const queryClient = useQueryClient();
  const leadOn = useLeadOn();
  const rehearsal = useQuery(erasureQuery(id));
  const plan = usePlanErasure(id);
  const go = () =>
    plan.mutateAsync().then(
      () => {
        onClose();
        notifications.show({ color: 'green', message: texts.planned(name) });
        void leadOn({ to: '/leden' }).then(() => forgetPerson(queryClient, id));
      },
      () => undefined, // the alert says why
    );
  return (
    <Dialog opened onClose={onClose} title={texts.title(name)} size="lg" busy={plan.isPending}>
      <ListState query={rehearsal}>
        {({ due, parts, refused }) => (
          <Stack>
            {refused === '' ? (
              <Text>{texts.intro(formatDate(due.slice(0, 10)))}</Text>
            ) : (
              <Alert color="orange" title={texts.refused}>
                {refused}
              </Alert>
            )}
            {fates.map((fate) => (
              <Parts
                key={fate}
                title={texts.fates[fate]}
                parts={parts.filter((part) => part.fate === fate)}
              />
            ))}
            <Text size="sm" c="dimmed">
              {texts.elsewhere} {texts.backups}
            </Text>
            <ErrorAlert error={plan.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={plan.isPending} data-autofocus>
                {commonTexts.cancel}
              </Button>
              <Button
                color="red"
                loading={plan.isPending}
                disabled={refused !== ''}
                onClick={() => void go()}
              >
                {texts.confirm}
              </Button>
            </Group>
          </Stack>
        )}
      </ListState>
    </Dialog>
  );
}

function Parts({ title, parts }: { title: string; parts: readonly ErasurePart[] }) {
  if (parts.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text fw={600} component="h3">
        {title}
      </Text>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {parts.map(({ kind, title: what, why, count }) => (
          <Group key={kind} component="li" justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={0}>
              <Text size="sm">{what}</Text>
              <Text size="xs" c="dimmed">
                {why}
              </Text>
            </Stack>
            <Text size="sm" fw={600}>
              {count}
            </Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
