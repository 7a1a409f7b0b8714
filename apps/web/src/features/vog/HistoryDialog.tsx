import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { KeptMail, PersonRow } from '@/api/types';
import { vogMailsQuery } from '@/api/vog';
import { Dialog } from '@/components/Dialog';
import { ListState } from '@/components/ListState';
import { formatDateTime } from '@/lib/dates';
import { mailTexts } from '@/texts/mails';
import { vogTexts as texts } from '@/texts/vog';

/** The mails about a certificate that somebody was sent, and what became of them. */
export default function HistoryDialog({
  person,
  onClose,
}: {
  person: PersonRow;
  onClose: () => void;
}) {
  const mails = useQuery(vogMailsQuery(person.id));
  return (
    <Dialog opened onClose={onClose} title={texts.historyOf(person.name)}>
      <ListState query={mails}>
        {({ mails: list }) =>
          list.length === 0 ? (
            <Text c="dimmed">{texts.noHistory}</Text>
          ) : (
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
              {list.map(({ id, subject, created, author_name, state }) => (
                <Group component="li" key={id} justify="space-between" wrap="nowrap">
                  <div>
                    <Text fw={500}>{subject}</Text>
                    <Text size="sm" c="dimmed">
                      {texts.by(author_name, formatDateTime(created))}
                    </Text>
                  </div>
                  <Badge
                    variant="light"
                    color={state === 'sent' ? 'green' : 'orange'}
                    tt="none"
                    flex="none"
                  >
                    {stateName(state)}
                  </Badge>
                </Group>
              ))}
            </Stack>
          )
        }
      </ListState>
    </Dialog>
  );
}

const stateName = (state: string): string =>
  Object.hasOwn(mailTexts.states, state) ? mailTexts.states[state as KeptMail['state']] : state;
