import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconUserQuestion } from '@tabler/icons-react';
import { useQuery, type UseMutationResult } from '@tanstack/react-query';

import type { Rights } from '@/api/capabilities';
import { sessionQuery } from '@/api/session';
import { adoptTexts } from '@/texts/adopt';

import { ConfirmDialog } from './ConfirmDialog';

interface AdoptNoticeProps {
  name: string;
  administered: boolean;
  /** Whether this user vouches for such records. */
  vouches: (me: Rights | null | undefined) => boolean;
  adopt: UseMutationResult<unknown, Error, void>;
}

/** Says that nobody of the members' administration vouched for a record, to who may. */
export function AdoptNotice(props: AdoptNoticeProps) {
  const { data: me } = useQuery(sessionQuery);
  return !props.administered && props.vouches(me) && <Notice {...props} />;
}

function Notice({ name, adopt }: AdoptNoticeProps) {
  const [asking, question] = useDisclosure();
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<IconUserQuestion aria-hidden />}
      title={adoptTexts.title}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{adoptTexts.message}</Text>
        <Button variant="default" size="xs" onClick={question.open}>
          {adoptTexts.action}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={question.close}
        title={adoptTexts.question(name)}
        message={adoptTexts.consequence}
        confirm={adoptTexts.action}
        harmless
        mutation={adopt}
        variables={undefined}
        onDone={() => notifications.show({ message: adoptTexts.done(name), color: 'green' })}
      />
    </Alert>
  );
}
