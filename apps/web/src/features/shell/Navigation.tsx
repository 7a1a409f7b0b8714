import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useId } from 'react';

import type { Me } from '@/api/types';
import { FrameIcon } from '@/components/icons/FrameIcon';
import { shellTexts } from '@/texts/shell';

import { type NavigationGroup, navigationFor } from './items';
import classes from './Navigation.module.css';
import { useExtras } from './use-extras';

interface NavigationProps {
  me: Me;
  onNavigate?: () => void;
}

export function Navigation({ me, onNavigate }: NavigationProps) {
  return (
    <nav aria-label={shellTexts.navigation} className={classes.navigation}>
      {navigationFor(me).map((group) => (
        <Group key={group.label ?? ''} group={group} onNavigate={onNavigate} />
      ))}
    </nav>
  );
}

interface GroupProps extends Pick<NavigationProps, 'onNavigate'> {
  group: NavigationGroup;
}

function Group({ group: { label, items }, onNavigate }: GroupProps) {
  const id = useId();
  const extras = useExtras();
  return (
    <Stack
      role={label === undefined ? undefined : 'group'}
      aria-labelledby={label === undefined ? undefined : id}
      gap={4}
      className={classes.group}
    >
      {label !== undefined && (
        <Text id={id} size="xs" fw={600} c="dimmed" className={classes.label}>
          {label}
        </Text>
      )}
      {items.map(({ label: name, to, icon }) => (
        <Fragment key={to}>
          <Link
            to={to}
            className={classes.link}
            activeOptions={{ includeSearch: false, exact: to === '/' }}
            onClick={onNavigate}
          >
            <FrameIcon name={icon} size={20} stroke={1.7} />
            {name}
            {extras && <extras.MenuCount to={to} />}
            {extras && to === '/feedback' && <extras.OpenFeedback />}
          </Link>
          {extras && to === '/leden' && <extras.ViewLinks onNavigate={onNavigate} />}
        </Fragment>
      ))}
    </Stack>
  );
}
