import { Badge, Group } from '@mantine/core';

import type { GroupNames } from '@/api/groups/names';
import { dayText } from '@/lib/calendar';
import { trainingTexts as texts } from '@/texts/training';

import type { Session } from './route';
import classes from './Training.module.css';

/** Who trains: the teams, or what the training is called. That is for who keeps the schedule alone. */
export function whoOf(session: Session, names: GroupNames | undefined): string {
  const { team_ids, label } = session.block;
  return team_ids.length === 0 && label !== undefined ? label : teamsOf(session, names);
}

/** Who trains, for everybody. */
export function teamsOf({ block }: Session, names: GroupNames | undefined): string {
  if (block.team_ids.length === 0) return texts.noTeam;
  return block.team_ids.map((id) => names?.get(id) ?? texts.unknownTeam(id)).join(', ');
}

interface SessionItemProps {
  session: Session;
  names: GroupNames | undefined;
  /** What stands above it says on which pitch it is; else this does. */
  pitch?: string;
  /** For who keeps the schedule. */
  onOpen?: () => void;
}

/** One training of a week. */
export function SessionItem({ session, names, pitch, onOpen }: SessionItemProps) {
  const { block, date, cancelled, clashes } = session;
  const who = whoOf(session, names);
  const time = texts.time(block.start, block.end);
  const marks = { 'data-off': cancelled || undefined, 'data-clash': clashes || undefined };
  const content = (
    <>
      <span className={classes.time}>{pitch === undefined ? time : `${time}, ${pitch}`}</span>
      <span className={classes.what}>{who}</span>
      {block.team_ids.length > 0 && block.label !== undefined && (
        <span className={classes.label}>{block.label}</span>
      )}
      {(cancelled || clashes) && (
        <Group gap={4} component="span" mt={2}>
          {cancelled && (
            <Badge component="span" size="sm" color="gray" variant="light" tt="none">
              {texts.cancelled}
            </Badge>
          )}
          {clashes && (
            <Badge component="span" size="sm" color="red" variant="light" tt="none">
              {texts.clash}
            </Badge>
          )}
        </Group>
      )}
    </>
  );
  if (onOpen === undefined) {
    return (
      <div className={classes.session} {...marks}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={classes.session}
      {...marks}
      title={texts.open(who, `${dayText(date, 'full')} ${time}`)}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {content}
    </button>
  );
}
