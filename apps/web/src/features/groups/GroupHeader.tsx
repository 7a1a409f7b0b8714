import { Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShare } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';

import { administersGroups } from '@/api/capabilities';
import { useAdoptGroup, useChangeLogo } from '@/api/groups/mutations';
import type { Group } from '@/api/groups/wire';
import { AdoptNotice } from '@/components/AdoptNotice';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { Part } from '@/components/Part';
import { PictureControl } from '@/components/picture/PictureControl';
import { RecordHeader } from '@/components/RecordHeader';
import { groupTexts } from '@/texts/groups';
import { shareTexts } from '@/texts/share';

import { DeleteGroupDialog } from './DeleteGroupDialog';
import { groupIcons } from './GroupLogo';
import { listPage } from './pages';

const ShareDialog = lazyPart(() => import('./ShareDialog'));

export function GroupHeader({ group }: { group: Group }) {
  const { kind, name } = group;
  const texts = groupTexts.kinds[kind];
  const Icon = groupIcons[kind];
  const search = useLocation({ select: ({ state }) => state.groupsSearch });
  const changeLogo = useChangeLogo(group);
  const adopt = useAdoptGroup(group);
  const [sharing, dialog] = useDisclosure();
  return (
    <RecordHeader
      back={(content) => (
        <AnchorLink {...listPage(kind)} search={search ?? {}} size="sm" w="fit-content">
          {content}
        </AnchorLink>
      )}
      list={texts.title}
      name={name}
      picture={
        <PictureControl kind="logo" name={name} picture={group.logo} change={changeLogo}>
          <Icon size={40} stroke={1.5} aria-hidden />
        </PictureControl>
      }
      notice={
        <AdoptNotice
          name={name}
          administered={group.administered}
          vouches={administersGroups}
          adopt={adopt}
        />
      }
      remove={texts.remove}
      mayRemove={group.allowed?.delete}
      more={
        group.allowed?.share && (
          <Menu.Item leftSection={<IconShare size={18} aria-hidden />} onClick={dialog.open}>
            {shareTexts.action}
          </Menu.Item>
        )
      }
      removing={(opened, onClose) => (
        <DeleteGroupDialog group={group} opened={opened} onClose={onClose} />
      )}
    >
      <Text c="dimmed">{summary(group)}</Text>
      <Part onGiveUp={dialog.close}>
        {sharing && <ShareDialog group={group} onClose={dialog.close} />}
      </Part>
    </RecordHeader>
  );
}

function summary({ kind, activiteit, gender }: Group): string {
  const parts =
    kind === 'teams'
      ? [groupTexts.kinds.teams.one, activiteit, groupTexts.genders[gender]]
      : [groupTexts.kinds.commissies.one];
  return parts.filter((part) => part !== '').join(' · ');
}
