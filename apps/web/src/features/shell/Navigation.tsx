import { Stack } from '@mantine/core';

import type { Me } from '@/api/types';
import { NavigationLink } from '@/components/links';
import { shellTexts } from '@/texts/shell';

import { navigationFor } from './items';
import classes from './Shell.module.css';

interface NavigationProps {
  me: Me;
  onNavigate?: () => void;
}

export function Navigation({ me, onNavigate }: NavigationProps) {
  return (
    <Stack component="nav" gap={4} aria-label={shellTexts.navigation}>
      {navigationFor(me).map(({ label, to, icon: Icon }) => (
        <NavigationLink
          key={to}
          to={to}
          label={label}
          leftSection={<Icon size={20} stroke={1.7} aria-hidden />}
          className={classes.link}
          activeOptions={{ includeSearch: false }}
          activeProps={{ active: true }}
          onClick={onNavigate}
        />
      ))}
    </Stack>
  );
}
