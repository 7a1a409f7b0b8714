import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { PageHeader } from '@/components/PageHeader';
import { vogTexts as texts } from '@/texts/vog';

import classes from './Vog.module.css';

interface VogFrameProps {
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

const pages = [
  { to: '/vog', label: texts.tabs.overview },
  { to: '/vog/binnenkort', label: texts.tabs.soon },
  { to: '/vog/instellingen', label: texts.tabs.settings },
] as const;

/** What the pages about certificates have in common: the heading, and the way to each other. */
export function VogFrame({ subtitle, actions, children }: VogFrameProps) {
  return (
    <Stack gap="md">
      <PageHeader title={texts.title} subtitle={subtitle} actions={actions} />
      <nav aria-label={texts.title} className={classes.tabs} data-print="never">
        {pages.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className={classes.tab}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Stack>
  );
}
