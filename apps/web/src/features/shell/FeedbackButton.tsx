import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMessageReport } from '@tabler/icons-react';

import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { giveFeedback } from '@/texts/open-feedback';

const FeedbackDialog = lazyPart(() => import('@/features/feedback/FeedbackDialog'));

/** Reports a fault or a wish from whatever page. */
export function FeedbackButton() {
  const [reporting, report] = useDisclosure();
  return (
    <>
      <ActionIcon
        variant="transparent"
        size="lg"
        color="var(--club-header-text)"
        aria-haspopup="dialog"
        aria-label={giveFeedback}
        title={giveFeedback}
        onClick={report.open}
      >
        <IconMessageReport size={20} aria-hidden />
      </ActionIcon>
      <Part onGiveUp={report.close}>{reporting && <FeedbackDialog onClose={report.close} />}</Part>
    </>
  );
}
