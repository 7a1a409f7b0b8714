import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconHome, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { forgetSession, useSignOut } from '@/api/session';
import type { Me } from '@/api/types';
import { useLeadOn } from '@/components/use-lead-on';
import { notifyFailure } from '@/lib/notify-failure';
import { forgetUnsaved, mayLeave } from '@/lib/unsaved';
import { shellTexts } from '@/texts/shell';
import { startTexts } from '@/texts/start';
import { shortcutTexts } from '@/texts/shortcuts';

import { UserButton } from './UserButton';

const themes = ['light', 'dark', 'auto'] as const;

interface UserMenuProps {
  me: Me;
  onShortcuts: () => void;
}

/** Open as soon as it is there: it is only loaded when somebody asks for it. */
export default function UserMenu({ me, onShortcuts }: UserMenuProps) {
  const signOut = useLeave();
  return (
    <Menu position="bottom-end" width={260} withinPortal={false} defaultOpened>
      <Menu.Target>
        <UserButton user={me} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" display="block" c="bright" fw={600} truncate>
            {me.name}
          </Text>
          {me.email}
        </Menu.Label>
        <Menu.Divider />
        <ThemeChoice />
        <Menu.Divider />
        <Menu.Item component={Link} to="/instellingen" leftSection={<IconSettings size={18} />}>
          {shellTexts.settings}
        </Menu.Item>
        <Menu.Item component={Link} to="/start" leftSection={<IconHome size={18} />}>
          {startTexts.menu}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={18} />} onClick={onShortcuts}>
          {shortcutTexts.title}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
          {shellTexts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{shellTexts.theme}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => {
          const theme = themes.find((one) => one === value);
          if (theme !== undefined) setColorScheme(theme);
        }}
      >
        {themes.map((theme) => (
          <Menu.RadioItem key={theme} value={theme}>
            {shellTexts.themes[theme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function useLeave() {
  const queryClient = useQueryClient();
  const leadOn = useLeadOn();
  const { mutate } = useSignOut();
  return async () => {
    if (!(await mayLeave())) return;
    mutate(undefined, {
      onSuccess: () => {
        forgetUnsaved();
        forgetSession(queryClient);
        void leadOn({ to: '/aanmelden' });
      },
      onError: notifyFailure,
    });
  };
}
