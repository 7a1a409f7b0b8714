import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { errorTexts } from '@/texts/errors';

import { FrameIcon } from './icons/FrameIcon';
import { Nothing } from './Nothing';
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
    <Nothing page icon={icon} title={title} message={message}>
      {children ?? (
        <Button component={Link} to="/leden">
          {errorTexts.toPeople}
        </Button>
      )}
    </Nothing>
  );
}

export function NoAccess() {
  return <StatusPage icon={<FrameIcon name="lock" />} {...errorTexts.noAccess} />;
}

export function NotFound() {
  return <StatusPage icon={<FrameIcon name="map-question" />} {...errorTexts.notFound} />;
}
