import { Badge, Group, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDownload, IconMailForward, IconUserOff, IconUserPlus } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { administersMembers } from '@/api/capabilities';
import { useGroupNames } from '@/api/groups/names';
import { useAdoptPerson, useChangePhoto, useDossier } from '@/api/people/mutations';
import { sessionQuery } from '@/api/session';
import type { Person } from '@/api/types';
import { AdoptNotice } from '@/components/AdoptNotice';
import { FormerBadge } from '@/components/FormerBadge';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { Part } from '@/components/Part';
import { PictureControl } from '@/components/picture/PictureControl';
import { RecordHeader } from '@/components/RecordHeader';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { DeletePersonDialog } from './DeletePersonDialog';
import { fullName, initials } from '@/lib/names';
import { NeighbourLinks } from './NeighbourLinks';
import { PersonLabels } from './PersonLabels';
import { summaryOf } from './summary';
import { vogNews } from './vog';
import { vogColors } from './vog-colors';

const NewAccountDialog = lazyPart(() => import('@/features/settings/NewAccountDialog'));
const EraseDialog = lazyPart(() => import('./EraseDialog'));
const WelcomeDialog = lazyPart(() => import('@/features/settings/WelcomeDialog'));

export function PersonHeader({ person }: { person: Person }) {
  const { acf } = person;
  const search = useLocation({ select: (location) => location.state.peopleSearch });
  const name = fullName(acf) || commonTexts.unnamed;
  const changePhoto = useChangePhoto(person.id);
  const adopt = useAdoptPerson(person.id);
  const dossier = useDossier(person.id);
  const { data: me } = useQuery(sessionQuery);
  const [asking, setAsking] = useState<'account' | 'welcome' | 'erase'>();
  const answered = () => setAsking(undefined);
  return (
    <>
      <RecordHeader
        back={(content) => (
          <AnchorLink to="/leden" search={search ?? {}} size="sm" w="fit-content">
            {content}
          </AnchorLink>
        )}
        list={personTexts.backToList}
        beside={<NeighbourLinks id={person.id} />}
        name={name}
        picture={
          <PictureControl
            kind="photo"
            name={name}
            picture={person.featured_media}
            change={changePhoto}
          >
            {initials(acf)}
          </PictureControl>
        }
        notice={
          <AdoptNotice
            name={name}
            administered={person.administered}
            vouches={administersMembers}
            adopt={adopt}
          />
        }
        remove={personTexts.remove.action}
        mayRemove={person.allowed?.delete}
        more={
          me?.is_admin === true && (
            <>
              <Menu.Item
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() => dossier.mutate()}
              >
                {personTexts.dossier}
              </Menu.Item>
              <AccountItems person={person} onChoose={setAsking} />
              <Menu.Item
                leftSection={<IconUserOff size={18} aria-hidden />}
                onClick={() => setAsking('erase')}
              >
                {personTexts.erase}
              </Menu.Item>
            </>
          )
        }
        removing={(opened, onClose) => (
          <DeletePersonDialog person={person} opened={opened} onClose={onClose} />
        )}
      >
        <Summary person={person} />
        <PersonBadges person={person} />
        <PersonLabels person={person} />
      </RecordHeader>
      <Part onGiveUp={answered}>
        {asking === 'account' && (
          <NewAccountDialog person={{ id: person.id, name }} onClose={answered} />
        )}
        {asking === 'welcome' && (
          <WelcomeDialog person={person.id} name={name} onClose={answered} />
        )}
        {asking === 'erase' && <EraseDialog id={person.id} name={name} onClose={answered} />}
      </Part>
    </>
  );
}

interface AccountItemsProps {
  person: Person;
  onChoose: (deed: 'account' | 'welcome') => void;
}

/** What administrators can do for somebody who wants to sign in. */
function AccountItems({ person: { acf, linked_user_id: account }, onChoose }: AccountItemsProps) {
  if (account === null) {
    return acf.is_deceased ? null : (
      <Menu.Item
        leftSection={<IconUserPlus size={18} aria-hidden />}
        onClick={() => onChoose('account')}
      >
        {personTexts.account.make}
      </Menu.Item>
    );
  }
  return (
    <>
      <Menu.Label>{personTexts.account.there}</Menu.Label>
      <Menu.Item
        leftSection={<IconMailForward size={18} aria-hidden />}
        onClick={() => onChoose('welcome')}
      >
        {personTexts.account.welcome}
      </Menu.Item>
    </>
  );
}

function Summary({ person: { acf } }: { person: Person }) {
  const groups = useGroupNames(acf.work_history.some(({ team }) => team !== 0));
  const parts = summaryOf(acf, groups, new Date());
  return parts.length === 0 ? null : <Text c="dimmed">{parts.join(' · ')}</Text>;
}

function PersonBadges({ person: { acf } }: { person: Person }) {
  const volunteer = acf['huidig-vrijwilliger'] === '1';
  const vog = vogNews(acf, new Date());
  return (
    <Group gap="xs">
      {acf.former_member && <FormerBadge />}
      {acf.is_deceased && <Badge color="dark">{personTexts.deceased}</Badge>}
      {volunteer && <Badge variant="light">{personTexts.volunteer}</Badge>}
      {vog && !acf.is_deceased && (
        <Badge variant="light" color={vogColors[vog]}>
          {personTexts.vog.states[vog]}
        </Badge>
      )}
      {acf['financiele-blokkade'] && (
        <Badge variant="light" color="red">
          {personTexts.financialBlock}
        </Badge>
      )}
    </Group>
  );
}
