import { Group, Text } from '@mantine/core';

import type { AuditEntry } from '@/api/types';
import { AnchorLink } from '@/components/links';
import { formatDateTime } from '@/lib/dates';
import { auditTexts as texts } from '@/texts/audit';
import { auditKindTexts } from '@/texts/audit-kinds';

import classes from './Log.module.css';
import { actorName, details, objectName, type LogNames } from './log-words';

/** One thing that happened: who, what, about what, and how whoever did it came in. */
export function LogEntry({ entry, names }: { entry: AuditEntry; names: LogNames }) {
  const { created, kind, way, way_name, address } = entry;
  const about = [formatDateTime(created), texts.ways[way](way_name), address];
  const more = details(entry, names);
  return (
    <li className={classes.entry}>
      <Group gap={6} wrap="wrap">
        <Text span fw={600}>
          {actorName(entry)}
        </Text>
        <Text span>{auditKindTexts[kind]}</Text>
        <LogObject entry={entry} />
      </Group>
      {more.length > 0 && <Text size="sm">{more.join(' · ')}</Text>}
      <Text size="sm" c="dimmed">
        {about.filter((part) => part !== '').join(' · ')}
      </Text>
    </li>
  );
}

/** What it is about; nothing for many at once, which the kind tells. A person leads to the page of that person, everything else to what happened to it. */
function LogObject({ entry: { object, object_name, actor_name } }: { entry: AuditEntry }) {
  if (
    object === '' ||
    object === 'person' ||
    (object.startsWith('user:') && object_name === actor_name)
  )
    return null;
  const name = objectName(object, object_name);
  const person = /^person:(\d+)$/.exec(object)?.[1];
  if (person !== undefined && object_name !== '') {
    return (
      <AnchorLink
        to="/leden/$personId"
        params={{ personId: Number(person) }}
        search={{ tab: 'wijzigingen' }}
      >
        {name}
      </AnchorLink>
    );
  }
  return object.includes(':') && !object.startsWith('operation:') ? (
    <AnchorLink to="/instellingen/logboek" search={{ over: object }} title={texts.of(name)}>
      {name}
    </AnchorLink>
  ) : (
    <Text span c="dimmed">
      {name}
    </Text>
  );
}
