import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './Nothing.module.css';

interface NothingProps {
  icon: ReactNode;
  title: string;
  message?: string;
  /** It is all that the page has: its title is that of the page. */
  page?: boolean;
  /** It came in place of something: who cannot see it is told. */
  alert?: boolean;
  /** What can be done about it. */
  children?: ReactNode;
}

/** In place of what is not there: why not, and what to do. */
export function Nothing({ icon, title, message, page, alert, children }: NothingProps) {
  return (
    <div className={classes.nothing} data-page={page} role={alert === true ? 'alert' : undefined}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      {page === true ? <Title order={1}>{title}</Title> : <Text fw={600}>{title}</Text>}
      {message !== undefined && (
        <Text c="dimmed" size={page === true ? 'md' : 'sm'} maw="32rem">
          {message}
        </Text>
      )}
      {children !== undefined && (
        <Group justify="center" mt="xs">
          {children}
        </Group>
      )}
    </div>
  );
}
