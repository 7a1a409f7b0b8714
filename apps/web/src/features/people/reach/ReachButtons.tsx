import { Button, Menu } from '@mantine/core';
import { IconCopy, IconMail } from '@tabler/icons-react';

import type { PeopleSelection } from '@/api/people/bulk';
import { MessageButton } from '@/features/messages/MessageButton';
import { reachTexts as texts } from '@/texts/reach';

import { ByHandDialog } from './ByHandDialog';
import { CopyItems } from './CopyItems';
import { useReach } from './use-reach';

interface ReachButtonsProps {
  who: PeopleSelection;
  size?: 'xs' | 'sm';
}

/** Mails the people of a selection, a list or a team, or copies how to reach them. */
export function ReachButtons({ who, size = 'xs' }: ReachButtonsProps) {
  const reach = useReach(who);
  return (
    <>
      <MessageButton who={who} size={size} />
      <Button
        size={size}
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        loading={reach.busy}
        onClick={() => void reach.mail()}
      >
        {texts.mail}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size={size} variant="default" leftSection={<IconCopy size={16} aria-hidden />}>
            {texts.copy}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <CopyItems reach={reach} />
        </Menu.Dropdown>
      </Menu>
      {reach.byHand && <ByHandDialog byHand={reach.byHand} onClose={reach.done} />}
    </>
  );
}
