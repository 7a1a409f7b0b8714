import { Button, Card, EmptyState, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';

import type { Workspace } from '@/api/types';
import { everyWorkspaceQuery, workspacesQuery } from '@/api/workspaces';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { workspaceTexts as texts } from '@/texts/workspaces';

import classes from './Workspaces.module.css';

const WorkspaceDialog = lazyPart(() => import('./WorkspaceDialog'));

/** The workspaces of which the user is a member; administrators find those of others below. */
export function WorkspacesPage() {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const workspaces = useQuery(workspacesQuery);
  const [adding, dialog] = useDisclosure();
  return (
    <Stack gap="md" className={classes.page}>
      <PageHeader
        title={texts.title}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={texts.add}
            aria-haspopup="dialog"
            onClick={dialog.open}
          >
            {texts.addShort}
          </Button>
        }
      />
      <Text c="dimmed">{texts.subtitle}</Text>
      <ListState query={workspaces}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconUsersPlus />}
              title={texts.empty}
              description={texts.emptyHint}
              py="xl"
            />
          ) : (
            <Rows list={list} />
          )
        }
      </ListState>
      {me.is_admin && <OfOthers />}
      <Part onGiveUp={dialog.close}>{adding && <WorkspaceDialog onClose={dialog.close} />}</Part>
    </Stack>
  );
}

/** Those of which an administrator is no member. */
function OfOthers() {
  const every = useQuery(everyWorkspaceQuery);
  return (
    <ListState query={every}>
      {(list) => {
        const others = list.filter(({ role }) => role === '');
        return (
          others.length > 0 && (
            <Stack gap="xs" component="section" aria-labelledby={othersTitle} mt="md">
              <Title order={2} size="h4" id={othersTitle}>
                {texts.others}
              </Title>
              <Text size="sm" c="dimmed">
                {texts.othersHint}
              </Text>
              <Rows list={others} />
            </Stack>
          )
        );
      }}
    </ListState>
  );
}

const othersTitle = 'workspaces-of-others';

function Rows({ list }: { list: readonly Workspace[] }) {
  return (
    <ul className={classes.list}>
      {list.map((workspace) => (
        <Row key={workspace.id} workspace={workspace} />
      ))}
    </ul>
  );
}

function Row({
  workspace: { id, name, description, role, member_count },
}: {
  workspace: Workspace;
}) {
  return (
    <Card component="li">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} miw={0} flex="1 1 14rem">
          <AnchorLink to="/werkruimtes/$workspaceId" params={{ workspaceId: id }} fw={600}>
            {name}
          </AnchorLink>
          {description !== '' && (
            <Text size="sm" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
        </Stack>
        <Text size="sm" c="dimmed">
          {[texts.members(member_count), texts.roles[role]].join(' · ')}
        </Text>
      </Group>
    </Card>
  );
}
