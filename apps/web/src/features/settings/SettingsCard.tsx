import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SettingsCardProps {
  title: string;
  intro?: string;
  action?: ReactNode;
  children: ReactNode;
}

export function SettingsCard({ title, intro, action, children }: SettingsCardProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Stack gap={4} maw="44rem" flex="1 1 18rem">
            <Title order={2} id={id}>
              {title}
            </Title>
            {intro !== undefined && <Text c="dimmed">{intro}</Text>}
          </Stack>
          {action}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}
