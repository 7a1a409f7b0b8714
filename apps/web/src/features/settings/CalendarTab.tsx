import {
  ActionIcon,
  Alert,
  Button,
  CopyButton,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';

import { calendarQuery, useRenewCalendar } from '@/api/calendars';
import { workspacesQuery } from '@/api/workspaces';
import { ListState } from '@/components/ListState';
import { calendarTexts as texts } from '@/texts/calendars';

import { calendarsOf, type CalendarAddress } from './calendar-addresses';
import classes from './Calendar.module.css';
import { ConfirmButton } from './ConfirmButton';
import { SettingsCard } from './SettingsCard';

/** The calendars that the user can put on a telephone. */
export function CalendarTab() {
  const calendar = useQuery(calendarQuery);
  const workspaces = useQuery(workspacesQuery);
  const renew = useRenewCalendar();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={calendar}>
        {({ url }) => <Calendars list={calendarsOf(url, workspaces.data ?? [])} />}
      </ListState>
      <Alert color="gray" title={texts.secretTitle}>
        <Stack align="flex-start">
          <Text size="sm">{texts.secret}</Text>
          <ConfirmButton
            label={texts.renew}
            title={texts.renewTitle}
            message={texts.renewMessage}
            confirm={texts.renew}
            mutation={renew}
            variables={undefined}
            done={({ message }) => message}
          />
        </Stack>
      </Alert>
    </SettingsCard>
  );
}

function Calendars({ list }: { list: readonly CalendarAddress[] }) {
  const [chosen, setChosen] = useState(list[0]?.key ?? '');
  const one = list.find(({ key }) => key === chosen) ?? list[0];
  if (one === undefined) return null;
  return (
    <Group align="flex-start" gap="xl">
      <Stack flex="1 1 20rem" miw={0}>
        <Select
          label={texts.which}
          data={list.map(({ key, label }) => ({ value: key, label }))}
          value={one.key}
          onChange={(value) => setChosen(value ?? one.key)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
        />
        <TextInput
          label={texts.address}
          value={one.url}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
          rightSection={<Copy url={one.url} />}
        />
        <Group>
          <Button component="a" href={one.webcal} leftSection={<IconCalendarPlus size={18} />}>
            {texts.open}
          </Button>
        </Group>
      </Stack>
      <Stack gap="xs" align="center" className={classes.scan}>
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(one.webcal))}`}
          alt={texts.code}
          className={classes.code}
        />
        <Text size="sm" c="dimmed">
          {texts.scan}
        </Text>
      </Stack>
    </Group>
  );
}

function Copy({ url }: { url: string }) {
  return (
    <CopyButton value={url}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          aria-label={copied ? texts.copied : texts.copy}
          title={texts.copy}
          onClick={copy}
        >
          {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
