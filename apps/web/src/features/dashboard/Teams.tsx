import { Stack, Text } from '@mantine/core';
import { IconShirtSport } from '@tabler/icons-react';

import type { RoleDashboard } from '@/api/types';
import { AnchorLink } from '@/components/links';
import { RoundPicture } from '@/components/picture/RoundPicture';
import { picturePath } from '@/lib/pictures';
import { dashboardTexts as texts, teamTexts } from '@/texts/dashboard';

import { Block, icons, Nobody } from './Block';
import classes from './Dashboard.module.css';
import type { BlockOf } from './People';
import { places } from './places';

export function TeamsBlock({ dashboard }: BlockOf) {
  return (
    <Block
      title={texts.blocks.teams}
      icon={icons.teams}
      query={dashboard}
      tools={
        <AnchorLink to={places.training} size="sm">
          {teamTexts.schedule}
        </AnchorLink>
      }
    >
      {(data) => (
        <>
          {!data.has_training_schedule && <Nobody>{teamTexts.noSchedule}</Nobody>}
          <ul className={classes.cards}>
            {data.teams.map((team) => (
              <Team key={team.id} team={team} dashboard={data} />
            ))}
          </ul>
        </>
      )}
    </Block>
  );
}

interface TeamProps {
  team: RoleDashboard['teams'][number];
  dashboard: RoleDashboard;
}

function Team({ team, dashboard }: TeamProps) {
  const { training, pitches, day: today, has_training_schedule: scheduled } = dashboard;
  const days = 7;
  // From today on.
  const away = (day: number) => (day - today + days) % days;
  const own = training
    .filter(({ team_ids: ids }) => ids.includes(team.id))
    .toSorted((a, b) => away(a.day) - away(b.day) || a.start.localeCompare(b.start));
  const pitch = (id: number) => pitches.find((one) => one.id === id)?.name;
  return (
    <li className={classes.team}>
      <RoundPicture src={picturePath(team.thumbnail)} size={40}>
        <IconShirtSport size={20} stroke={1.7} />
      </RoundPicture>
      <Stack gap={2} miw={0}>
        <AnchorLink to="/teams/$teamId" params={{ teamId: team.id }} fw={600}>
          {team.name}
        </AnchorLink>
        <Text size="sm" c="dimmed">
          {teamTexts.players(team.player_count)}, {teamTexts.staff(team.staff_count)}
        </Text>
        {own.map(({ id, day, start, end, pitch_id: where }) => (
          <Text key={id} size="sm">
            {[teamTexts.training(teamTexts.days[day - 1] ?? '', start, end), pitch(where)]
              .filter(Boolean)
              .join(', ')}
          </Text>
        ))}
        {scheduled && own.length === 0 && (
          <Text size="sm" c="dimmed">
            {teamTexts.noTraining}
          </Text>
        )}
      </Stack>
    </li>
  );
}
