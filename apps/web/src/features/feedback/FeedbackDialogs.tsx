import {
  Checkbox,
  Code,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';

import { feedbackBriefQuery, useChangeFeedback } from '@/api/feedback';
import type { FeedbackChange, FeedbackItem } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { lazyPart } from '@/components/lazy-part';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import type { RichEditorProps } from '@/components/rich/RichEditor';
import { fieldErrors } from '@/lib/field-errors';
import { typedNumber } from '@/lib/typed-number';
import { feedbackTexts as texts } from '@/texts/feedback';

import classes from './Feedback.module.css';
import { feedbackTypes } from './route';

const RichEditor = lazyPart<RichEditorProps>(() => import('@/components/rich/RichEditor'));

interface FeedbackDialogProps {
  item: FeedbackItem;
  onClose: () => void;
}

/** Sends a change of an item and closes. */
function useDecision({ item: current, onClose }: FeedbackDialogProps, message: string) {
  const [item] = useState(current); // what the form was opened on
  const change = useChangeFeedback();
  const send = (body: FeedbackChange) => (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate(
      { item, body },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message });
          onClose();
        },
      },
    );
  };
  return {
    send,
    pending: change.isPending,
    error: change.error,
    errors: change.isPending ? {} : fieldErrors(change.error),
  };
}

/** Shows exactly what leaves the club, before it does. */
export function ApproveDialog(props: FeedbackDialogProps) {
  const { item, onClose } = props;
  const brief = useQuery({ ...feedbackBriefQuery(item.id), staleTime: 0 });
  const [shares, setShares] = useState(false);
  const { send, pending, error } = useDecision(props, texts.approved);
  return (
    <FormDialog
      title={texts.approveTitle}
      onClose={onClose}
      onSubmit={send({ status: 'approved', share_screenshots: shares })}
      submit={texts.approve}
      pending={pending}
      disabled={!brief.isSuccess}
      error={error}
      fleeting
    >
      <Text size="sm">{texts.approveIntro}</Text>
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {texts.brief}
        </Text>
        <ListState query={brief}>
          {({ text }) => (
            <Code
              block
              className={classes.brief}
              tabIndex={0}
              role="region"
              aria-label={texts.brief}
            >
              {text}
            </Code>
          )}
        </ListState>
      </Stack>
      {item.screenshots.length > 0 && (
        <Checkbox
          label={texts.sharePictures}
          checked={shares}
          onChange={({ currentTarget: { checked } }) => setShares(checked)}
        />
      )}
    </FormDialog>
  );
}

export function DeclineDialog(props: FeedbackDialogProps) {
  const [reason, setReason] = useState('');
  const { send, pending, error, errors } = useDecision(props, texts.declined);
  return (
    <FormDialog
      title={texts.declineTitle}
      onClose={props.onClose}
      onSubmit={send({ status: 'declined', reason })}
      submit={texts.decline}
      pending={pending}
      disabled={reason.trim() === ''}
      error={error}
    >
      <Textarea
        label={texts.reason}
        description={texts.reasonHint}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
        error={errors.content}
      />
    </FormDialog>
  );
}

export function DuplicateDialog(props: FeedbackDialogProps) {
  const [other, setOther] = useState<number | string>(props.item.duplicate_of ?? '');
  const { send, pending, error, errors } = useDecision(props, texts.saved);
  return (
    <FormDialog
      title={texts.duplicateTitle}
      onClose={props.onClose}
      onSubmit={send({ duplicate_of: typedNumber(other) })}
      submit={texts.save}
      pending={pending}
      error={error}
    >
      <NumberInput
        label={texts.duplicateNumber}
        description={texts.duplicateHint}
        min={1}
        allowDecimal={false}
        hideControls
        data-autofocus
        value={other}
        onChange={setOther}
        error={errors.duplicate_of}
      />
    </FormDialog>
  );
}

/** The other texts that leave the club with an item. Those that are empty are not offered. */
const otherTexts = [
  ['steps_to_reproduce', texts.stepsTitle],
  ['expected_behavior', texts.expectedTitle],
  ['actual_behavior', texts.actualTitle],
  ['use_case', texts.useCaseTitle],
] as const;

export function EditDialog(props: FeedbackDialogProps) {
  const [item] = useState(props.item);
  const [title, setTitle] = useState(item.title);
  const [type, setType] = useState<FeedbackItem['type']>(item.type);
  const [content, setContent] = useState(item.content);
  const [others, setOthers] = useState<Partial<Record<(typeof otherTexts)[number][0], string>>>({});
  const { send, pending, error, errors } = useDecision(props, texts.saved);
  return (
    <FormDialog
      title={texts.editTitle}
      onClose={props.onClose}
      onSubmit={send({ title, feedback_type: type, content, ...others })}
      submit={texts.save}
      pending={pending}
      disabled={title.trim() === ''}
      error={error}
      typed={content !== item.content || Object.keys(others).length > 0}
    >
      <TextInput
        label={texts.what}
        data-autofocus
        maxLength={200}
        value={title}
        onChange={({ currentTarget: { value } }) => setTitle(value)}
        error={errors.title}
      />
      <NativeSelect
        label={texts.type}
        value={type}
        onChange={({ currentTarget: { value } }) =>
          setType(feedbackTypes.find((one) => one === value) ?? 'bug')
        }
        data={feedbackTypes.map((value) => ({ value, label: texts.types[value] }))}
      />
      <Part>
        <RichEditor
          label={texts.content}
          initial={item.content}
          onChange={setContent}
          error={errors.content}
        />
        {otherTexts.map(
          ([field, label]) =>
            item.meta[field] !== '' && (
              <RichEditor
                key={field}
                label={label}
                initial={item.meta[field]}
                onChange={(html) => setOthers((before) => ({ ...before, [field]: html }))}
                error={errors[field]}
              />
            ),
        )}
      </Part>
    </FormDialog>
  );
}
