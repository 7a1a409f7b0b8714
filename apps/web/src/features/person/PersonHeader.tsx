import { ActionIcon, Avatar, Badge, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconDotsVertical, IconTrash } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';

import type { Person } from '@/api/types';
import { FormerBadge } from '@/components/FormerBadge';
import { AnchorLink } from '@/components/links';
import { ageOn } from '@/lib/dates';
import { fullName, initials } from '@/lib/person';
import { vogOn } from '@/lib/vog';
import { personTexts } from '@/texts/person';

import { DeletePersonDialog } from './DeletePersonDialog';
import { vogColors } from './vog-colors';

export function PersonHeader({ person }: { person: Person }) {
  const { acf } = person;
  const search = useLocation({ select: (location) => location.state.peopleSearch });
  const [deleting, dialog] = useDisclosure();
  return (
    <Stack gap="sm">
      <AnchorLink to="/leden" search={search ?? {}} size="sm" w="fit-content">
        <Group component="span" gap={6}>
          <IconArrowLeft size={16} aria-hidden />
          {personTexts.backToList}
        </Group>
      </AnchorLink>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <Avatar size={64} color="club" visibleFrom="xs" aria-hidden>
          {initials(acf)}
        </Avatar>
        <Stack gap={6} flex={1} miw={0}>
          <Title order={1}>{fullName(acf) || personTexts.unnamed}</Title>
          <Summary person={person} />
          <PersonBadges person={person} />
        </Stack>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label={personTexts.moreActions}>
              <IconDotsVertical size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={dialog.open}
            >
              {personTexts.remove.action}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <DeletePersonDialog person={person} opened={deleting} onClose={dialog.close} />
    </Stack>
  );
}

function Summary({ person: { acf } }: { person: Person }) {
  const age = acf.is_deceased ? undefined : ageOn(acf.birthdate, new Date());
  const parts = [
    age === undefined ? '' : personTexts.age(age),
    acf['type-lid'],
    acf.leeftijdsgroep,
    acf['assoc-id'] === '' ? '' : personTexts.memberNumber(acf['assoc-id']),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : <Text c="dimmed">{parts.join(' · ')}</Text>;
}

function PersonBadges({ person: { acf } }: { person: Person }) {
  const volunteer = acf['huidig-vrijwilliger'] === '1';
  const vog = vogOn(acf['datum-vog'], new Date());
  const showVog = volunteer || vog.state !== 'missing';
  return (
    <Group gap="xs">
      {acf.former_member && <FormerBadge size="md" />}
      {acf.is_deceased && <Badge color="dark">{personTexts.deceased}</Badge>}
      {volunteer && <Badge variant="light">{personTexts.volunteer}</Badge>}
      {showVog && !acf.is_deceased && (
        <Badge variant="light" color={vogColors[vog.state]}>
          {personTexts.vog.states[vog.state]}
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
