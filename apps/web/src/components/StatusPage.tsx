import { Button, EmptyState } from '@mantine/core';
import { IconLock, IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { errorTexts } from '@/texts/errors';

import { usePageTitle } from './page-title';

interface StatusPageProps {
  icon: ReactNode;
  title: string;
  message: string;
  children?: ReactNode;
}

/** A page that says why there is nothing else to see, and where to go from here. */
export function StatusPage({ icon, title, message, children }: StatusPageProps) {
  usePageTitle(title);
  return (
    <EmptyState py={64} size="lg" variant="light">
      <EmptyState.Indicator>{icon}</EmptyState.Indicator>
      <EmptyState.Title component="h1">{title}</EmptyState.Title>
      <EmptyState.Description maw="32rem">{message}</EmptyState.Description>
      <EmptyState.Actions>
        {children ?? (
          <Button component={Link} to="/leden">
            {errorTexts.toPeople}
          </Button>
        )}
      </EmptyState.Actions>
    </EmptyState>
  );
}

export function NoAccess() {
  return <StatusPage icon={<IconLock />} {...errorTexts.noAccess} />;
}

export function NotFound() {
  return <StatusPage icon={<IconMapQuestion />} {...errorTexts.notFound} />;
}
