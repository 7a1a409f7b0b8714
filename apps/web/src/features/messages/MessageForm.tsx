import { FileInput, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';

import { type MessageReaders, messagePreviewQuery, useSendMessage } from '@/api/messages';
import { reachTos } from '@/api/people/addresses';
import type { Message } from '@/api/types';
import { sameJson } from '@/components/cards/changed-keys';
import { FormDialog } from '@/components/FormDialog';
import { lazyPart } from '@/components/lazy-part';
import { LoadFailed } from '@/components/LoadFailed';
import { Part } from '@/components/Part';
import type { RichEditorProps } from '@/components/rich/RichEditor';
import { fieldErrors } from '@/lib/field-errors';
import { messageTexts as texts } from '@/texts/messages';

import { accepted, encoded } from './files';

const RichEditor = lazyPart<RichEditorProps>(() => import('@/components/rich/RichEditor'));

interface MessageFormProps {
  who: MessageReaders;
  onClose: () => void;
  onSent: (id: number) => void;
}

const nothing = { to: reachTos[0] as (typeof reachTos)[number], subject: '', content: '' };

/** What is written, and to how many it goes. */
export function MessageForm({ who, onClose, onSent }: MessageFormProps) {
  const [request] = useState(() => crypto.randomUUID());
  const [values, setValues] = useState(nothing);
  const [files, setFiles] = useState<File[]>([]);
  const preview = useQuery(messagePreviewQuery(who, values.to));
  const send = useSendMessage();
  const sending = useMutation({
    mutationFn: async () =>
      send.mutateAsync({
        who,
        ...values,
        request,
        attachments: await Promise.all(files.map(encoded)),
      }),
  });
  const errors = sending.isPending ? {} : fieldErrors(sending.error);
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.mutate(undefined, { onSuccess: ({ id }) => id !== null && onSent(id) });
  };
  const isReady = preview.data !== undefined && preview.data.addresses > 0 && fits(preview.data);
  return (
    <FormDialog
      title={texts.title}
      onClose={onClose}
      onSubmit={submit}
      submit={texts.submit(preview.data?.addresses)}
      pending={sending.isPending}
      disabled={!isReady || values.subject.trim() === '' || values.content === ''}
      error={sending.error}
      typed={files.length > 0 || !sameJson(values, nothing)}
    >
      {preview.isError ? (
        <LoadFailed
          error={preview.error}
          retrying={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Reached preview={preview.data} />
      )}
      <Select
        label={texts.to}
        value={values.to}
        allowDeselect={false}
        onChange={(chosen) => set({ to: reachTos.find((to) => to === chosen) ?? 'parents' })}
        data={reachTos.map((value) => ({ value, label: texts.tos[value] }))}
      />
      <TextInput
        label={texts.subject}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={values.subject}
        onChange={({ currentTarget }) => set({ subject: currentTarget.value })}
        error={errors.subject}
      />
      <Part fallback={<Skeleton height={170} aria-label={texts.loadingEditor} />}>
        <RichEditor
          label={texts.content}
          initial=""
          onChange={(content) => set({ content })}
          error={errors.content}
        />
      </Part>
      <FileInput
        multiple
        clearable
        clearButtonProps={{ 'aria-label': texts.clear }}
        label={texts.attachments}
        description={texts.attachmentsHint}
        placeholder={texts.choose}
        accept={accepted}
        leftSection={<IconPaperclip size={16} aria-hidden />}
        value={files}
        onChange={setFiles}
        error={errors.attachments}
      />
    </FormDialog>
  );
}

const fits = ({ addresses, left_today }: Message) => left_today === null || addresses <= left_today;

function Reached({ preview }: { preview?: Message }) {
  if (preview === undefined) {
    return (
      <Text size="sm" role="status">
        {texts.counting}
      </Text>
    );
  }
  const { addresses, people, parents, without, left_today } = preview;
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={500}>
        {addresses === 0 ? texts.nobody : texts.goes(addresses, people, parents)}
      </Text>
      {addresses > 0 && (
        <Text size="sm" c="dimmed">
          {texts.each}
        </Text>
      )}
      {without.length > 0 && addresses > 0 && (
        <Text size="sm" c="var(--mantine-color-orange-text)">
          {texts.without(without.map(({ name }) => name))}
        </Text>
      )}
      {left_today !== null && addresses > left_today && (
        <Text size="sm" c="var(--mantine-color-error)">
          {texts.tooMany(left_today)}
        </Text>
      )}
    </Stack>
  );
}
