import { Group, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Folded } from '@/components/Folded';
import { ListState } from '@/components/ListState';

import classes from './Settings.module.css';

interface SettingsListProps<Item> {
  query: UseQueryResult<Item[]>;
  /** Stands there when the list has nothing. */
  empty?: string;
  /** Shown until somebody asks for all of them; without it, all are. */
  limit?: number;
  /** A row; it may look at the whole list. */
  children: (item: Item, list: readonly Item[]) => ReactNode;
}

/** A small list that is kept in the settings: what loads, fails or is empty is the same everywhere. */
export function SettingsList<Item>({ query, empty, limit, children }: SettingsListProps<Item>) {
  return (
    <ListState query={query}>
      {(list) =>
        list.length === 0 && empty !== undefined ? (
          <Text c="dimmed">{empty}</Text>
        ) : (
          <Folded items={list} limit={limit ?? list.length}>
            {(shown) => (
              <ul className={classes.list}>{shown.map((item) => children(item, list))}</ul>
            )}
          </Folded>
        )
      }
    </ListState>
  );
}

interface SettingsRowProps {
  title: ReactNode;
  icon?: Icon;
  /** Beside the title. */
  badge?: ReactNode;
  /** A line below it. */
  about?: string;
  /** What can be done with it. */
  children?: ReactNode;
}

export function SettingsRow({ title, icon: RowIcon, badge, about, children }: SettingsRowProps) {
  return (
    <li className={classes.row}>
      <Group wrap="nowrap" className={classes.subject}>
        {RowIcon && <RowIcon size={22} stroke={1.5} aria-hidden className={classes.icon} />}
        <Stack gap={0} miw={0}>
          <Group gap="xs">
            <Text fw={600} miw={0}>
              {title}
            </Text>
            {badge}
          </Group>
          {about !== undefined && (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </Stack>
      </Group>
      {children !== undefined && (
        <Group gap="xs" wrap="nowrap">
          {children}
        </Group>
      )}
    </li>
  );
}
