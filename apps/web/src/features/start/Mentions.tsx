import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { mentionsQuery } from '@/api/notifications';
import { Folded } from '@/components/Folded';
import { AnchorLink } from '@/components/links';
import { formatDateTime } from '@/lib/dates';
import { startTexts as texts } from '@/texts/start';

import classes from './Start.module.css';

/** Where colleagues mentioned the user, as long as it waits for the overview. Without any it takes no room. */
export function Mentions() {
  const mentions = useQuery(mentionsQuery);
  if (mentions.data === undefined || mentions.data.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={texts.mentions}>
      <Stack gap={0}>
        <Title order={2} size="h4">
          {texts.mentions}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.mentionsHint}
        </Text>
      </Stack>
      <Folded items={mentions.data} limit={5}>
        {(shown) => (
          <ul className={classes.mentions}>
            {shown.map((one) => (
              <li key={one.id}>
                {one.person_id === 0 ? (
                  <Text c="dimmed">{texts.hiddenMention}</Text>
                ) : (
                  <>
                    <AnchorLink
                      to="/leden/$personId"
                      params={{ personId: one.person_id }}
                      search={{ tab: 'tijdlijn' }}
                    >
                      {one.person_name}
                    </AnchorLink>
                    <Text>{one.preview}</Text>
                  </>
                )}
                <Text size="xs" c="dimmed">
                  {texts.mention(one.author, one.type)} · {formatDateTime(one.created)}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </Folded>
    </Stack>
  );
}
