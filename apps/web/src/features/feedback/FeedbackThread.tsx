import { Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';

import { feedbackThreadQuery, useAddFeedbackComment } from '@/api/feedback';
import type { FeedbackItem } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { RichText } from '@/components/rich/RichText';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { formatDateTime } from '@/lib/dates';
import { fieldErrors } from '@/lib/field-errors';
import { useUnsaved } from '@/lib/unsaved';
import { feedbackTexts as texts } from '@/texts/feedback';

import classes from './Feedback.module.css';

/** What is said of an item, and room to say more. */
export function FeedbackThread({ item: { id, status } }: { item: FeedbackItem }) {
  const thread = useQuery(feedbackThreadQuery(id));
  const asks = status === 'needs_info';
  return (
    <SettingsCard title={texts.thread}>
      <ListState query={thread}>
        {(comments) =>
          comments.length === 0 ? (
            <Text c="dimmed">{texts.noThread}</Text>
          ) : (
            <ul className={classes.list} aria-label={texts.thread}>
              {comments.map((comment) => (
                <li key={comment.id} className={classes.row}>
                  <Stack gap={4} flex={1} miw={0}>
                    <Group gap="xs">
                      <Text size="sm" fw={500}>
                        {comment.author_name}
                      </Text>
                      {comment.author_type === 'agent' && (
                        <Badge variant="light" color="violet" tt="none">
                          {texts.agent}
                        </Badge>
                      )}
                      <Text size="sm" c="dimmed">
                        {formatDateTime(comment.created)}
                      </Text>
                    </Group>
                    <RichText html={comment.content} />
                  </Stack>
                </li>
              ))}
            </ul>
          )
        }
      </ListState>
      <Say id={id} asks={asks} />
    </SettingsCard>
  );
}

function Say({ id, asks }: { id: number; asks: boolean }) {
  const [content, setContent] = useState('');
  const add = useAddFeedbackComment(id);
  const isTyped = content.trim() !== '';
  useUnsaved(add.isPending ? 'sending' : isTyped ? 'typed' : 'nothing', {
    drop: () => setContent(''),
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What was typed since it was sent stays.
    add.mutate(content, { onSuccess: () => setContent((now) => (now === content ? '' : now)) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Textarea
          label={asks ? texts.answer : texts.comment}
          description={asks ? texts.answerHint : undefined}
          autosize
          minRows={2}
          maxRows={10}
          value={content}
          onChange={({ currentTarget: { value } }) => setContent(value)}
          error={add.isPending ? undefined : fieldErrors(add.error).content}
        />
        <ErrorAlert error={add.error} />
        <Group>
          <Button type="submit" loading={add.isPending} disabled={!isTyped}>
            {texts.addComment}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
