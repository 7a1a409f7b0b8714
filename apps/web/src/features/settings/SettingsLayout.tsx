import { Stack, Tabs } from '@mantine/core';
import {
  IconHierarchy3,
  IconInfoCircle,
  IconSearch,
  IconShieldLock,
  IconTag,
  IconTrash,
  IconUserCog,
  type Icon,
} from '@tabler/icons-react';
import {
  type LinkProps,
  Outlet,
  useLocation,
  useNavigate,
  useRouteContext,
} from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { PageHeader } from '@/components/PageHeader';
import { NoAccess } from '@/components/StatusPage';
import { settingsTexts } from '@/texts/settings';

import classes from './Settings.module.css';

interface SettingsTab {
  label: string;
  to: NonNullable<LinkProps['to']>;
  icon: Icon;
  /** For administrators alone. */
  administrators?: true;
}

const { tabs: labels } = settingsTexts;

/** A new tab is a row here and a route beside the others. */
const tabs: readonly SettingsTab[] = [
  { label: labels.security, to: '/instellingen/beveiliging', icon: IconShieldLock },
  {
    label: labels.relationshipTypes,
    to: '/instellingen/relatietypen',
    icon: IconHierarchy3,
    administrators: true,
  },
  { label: labels.labels, to: '/instellingen/labels', icon: IconTag, administrators: true },
  { label: labels.users, to: '/instellingen/gebruikers', icon: IconUserCog, administrators: true },
  { label: labels.search, to: '/instellingen/zoeken', icon: IconSearch, administrators: true },
  { label: labels.trash, to: '/instellingen/prullenbak', icon: IconTrash },
  { label: labels.info, to: '/instellingen/info', icon: IconInfoCircle },
];

export function SettingsLayout() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const { me } = useRouteContext({ from: '/_signed-in' });
  const list = useRef<HTMLDivElement>(null);
  // On a phone the row of tabs is wider than the screen.
  useEffect(() => {
    list.current
      ?.querySelector('[data-active]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const current = tabs.find(({ to }) => to === pathname);
  const active = current?.to ?? null;
  const mine = tabs.filter(({ administrators }) => administrators !== true || me.is_admin);

  if (current !== undefined && !mine.includes(current)) return <NoAccess />;
  return (
    <Stack gap="md">
      <PageHeader title={settingsTexts.title} />
      <Tabs
        value={active}
        keepMounted={false}
        onChange={(value) => {
          const tab = tabs.find(({ to }) => to === value);
          if (tab !== undefined) void navigate({ to: tab.to });
        }}
      >
        <Tabs.List mb="lg" ref={list} className={classes.tabs}>
          {mine.map(({ label, to, icon: TabIcon }) => (
            <Tabs.Tab key={to} value={to} leftSection={<TabIcon size={18} aria-hidden />}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {active !== null && (
          <Tabs.Panel value={active}>
            <Outlet />
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  );
}
