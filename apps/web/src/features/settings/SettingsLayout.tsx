import { NativeSelect, NavLink, Stack, Text } from '@mantine/core';
import { Link, Outlet, useLocation, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useId } from 'react';

import { PageHeader } from '@/components/PageHeader';
import { NoAccess } from '@/components/StatusPage';
import { settingsTexts } from '@/texts/settings';

import { isSettingsPage, type SettingsSection, sectionsFor } from './sections';
import classes from './Settings.module.css';

export function SettingsLayout() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { me } = useRouteContext({ from: '/_signed-in' });
  const sections = sectionsFor(me);
  const mine = sections.some(({ pages }) => pages.some(({ to }) => to === pathname));

  if (isSettingsPage(pathname) && !mine) return <NoAccess />;
  return (
    <Stack gap="md">
      <PageHeader title={settingsTexts.title} />
      <div className={classes.layout}>
        <Choice sections={sections} pathname={pathname} />
        <Menu sections={sections} pathname={pathname} />
        <div className={classes.page}>
          <Outlet />
        </div>
      </div>
    </Stack>
  );
}

interface MenuProps {
  sections: readonly SettingsSection[];
  pathname: string;
}

function Menu({ sections, pathname }: MenuProps) {
  return (
    <nav className={classes.menu} aria-label={settingsTexts.title}>
      {sections.map((section) => (
        <Section key={section.label} section={section} pathname={pathname} />
      ))}
    </nav>
  );
}

function Section({ section, pathname }: { section: SettingsSection; pathname: string }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Text id={id} size="xs" fw={600} c="dimmed" px="sm" mb={4}>
        {section.label}
      </Text>
      {section.pages.map(({ label, to, icon: PageIcon }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={<PageIcon size={18} stroke={1.7} aria-hidden />}
          active={to === pathname}
          aria-current={to === pathname ? 'page' : undefined}
          className={classes.item}
        />
      ))}
    </div>
  );
}

/** On a phone: one line instead of a menu that fills the screen. */
function Choice({ sections, pathname }: MenuProps) {
  const navigate = useNavigate();
  return (
    <NativeSelect
      className={classes.choice}
      aria-label={settingsTexts.choose}
      value={pathname}
      data={sections.map(({ label, pages }) => ({
        group: label,
        items: pages.map((page) => ({ value: page.to, label: page.label })),
      }))}
      onChange={({ currentTarget: { value } }) => {
        const page = sections.flatMap(({ pages }) => pages).find(({ to }) => to === value);
        if (page !== undefined) void navigate({ to: page.to });
      }}
    />
  );
}
