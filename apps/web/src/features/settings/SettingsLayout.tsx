import { Stack, Tabs } from '@mantine/core';
import { IconInfoCircle, IconShieldLock, type Icon } from '@tabler/icons-react';
import { type LinkProps, Outlet, useLocation, useNavigate } from '@tanstack/react-router';

import { PageHeader } from '@/components/PageHeader';
import { settingsTexts } from '@/texts/settings';

interface SettingsTab {
  label: string;
  to: NonNullable<LinkProps['to']>;
  icon: Icon;
}

/** A new tab is a row here and a route beside the others. */
const tabs: readonly SettingsTab[] = [
  { label: settingsTexts.tabs.security, to: '/instellingen/beveiliging', icon: IconShieldLock },
  { label: settingsTexts.tabs.info, to: '/instellingen/info', icon: IconInfoCircle },
];

export function SettingsLayout() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const active = tabs.find(({ to }) => to === pathname)?.to ?? null;
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
        <Tabs.List mb="lg">
          {tabs.map(({ label, to, icon: TabIcon }) => (
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
