import { Card, Group, Text, Title } from '@mantine/core';
import { IconRefreshDot, type Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import { Part } from '@/components/Part';
import { personTexts } from '@/texts/person';

import classes from './Cards.module.css';

interface SectionCardProps {
  title: string;
  icon: Icon;
  /** Right of the title. */
  action?: ReactNode;
  /** The synchronization owns everything on this card. */
  synchronized?: boolean;
  /** For whoever must find the card in the document. */
  id?: string;
  children: ReactNode;
}

/** One subject of a person. */
export function SectionCard(props: SectionCardProps) {
  const { title, icon: Icon, action, synchronized = false, id, children } = props;
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} className={classes.card} id={id}>
      <Group justify="space-between" wrap="nowrap" mih={30}>
        <Title order={2} id={titleId}>
          <Icon size={20} stroke={1.7} aria-hidden />
          {title}
        </Title>
        {action}
      </Group>
      <div className={classes.content}>
        <Part>{children}</Part>
      </div>
      {synchronized && (
        <Text size="xs" c="dimmed" mt="md">
          <IconRefreshDot size={14} className={classes.owned} aria-hidden />{' '}
          {personTexts.synchronized}
        </Text>
      )}
    </Card>
  );
}
