import { Stack, Text, Title } from '@mantine/core';
import {
  IconDownload,
  IconUserCog,
  IconUserPlus,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';

import { seesEverybody } from '@/api/capabilities';
import type { Me } from '@/api/types';
import { startTexts as texts } from '@/texts/start';

import { offersFor } from './offers';
import classes from './Start.module.css';

/** What the user can do here, with where. */
export function Offers({ me }: { me: Me }) {
  return (
    <Stack gap="lg">
      <ul className={classes.offers}>
        {offersFor(me).map(({ id, icon, link }) => (
          <Card key={id} icon={icon} words={texts.offers[id]} link={link} />
        ))}
      </ul>
    </Stack>
  );
}

interface CardProps {
  icon: Icon;
  words: readonly [string, string];
  link?: Pick<LinkProps, 'to' | 'search' | 'params'>;
}

function Card({ icon: What, words: [title, message], link }: CardProps) {
  const inside = (
    <>
      <What size={22} stroke={1.7} aria-hidden />
      <span>
        <Text component="span" display="block" fw={600}>
          {title}
        </Text>
        <Text component="span" display="block" size="sm" c="dimmed">
          {message}
        </Text>
      </span>
    </>
  );
  return (
    <li>
      {link === undefined ? (
        <div className={classes.offer}>{inside}</div>
      ) : (
        <Link {...link} className={classes.offer}>
          {inside}
        </Link>
      )}
    </li>
  );
}

/** In place of an empty list of people: why nobody stands there, and what can be done. */
export function FirstSteps({ me }: { me: Me }) {
  if (!seesEverybody(me)) {
    return (
      <Stack gap="md">
        <Words title={texts.nobody} message={texts.nobodyMessage} />
        <Offers me={me} />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Words title={texts.empty} message={texts.emptyMessage} />
      <ol className={classes.offers}>
        <Card icon={IconDownload} words={texts.steps.synchronize} />
        <Card icon={IconUserPlus} words={texts.steps.add} />
        <Card icon={IconUsersGroup} words={texts.steps.groups} link={{ to: '/teams' }} />
        {me.is_admin && (
          <Card
            icon={IconUserCog}
            words={texts.steps.users}
            link={{ to: '/instellingen/gebruikers' }}
          />
        )}
      </ol>
    </Stack>
  );
}

function Words({ title, message }: { title: string; message: string }) {
  return (
    <Stack gap={4}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" maw="42rem">
        {message}
      </Text>
    </Stack>
  );
}
