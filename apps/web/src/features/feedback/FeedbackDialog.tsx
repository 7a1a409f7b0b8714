import {
  Button,
  Checkbox,
  Code,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';

import { versionQuery } from '@/api/club';
import { useReport } from '@/api/feedback';
import { FormDialog } from '@/components/FormDialog';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { fieldErrors } from '@/lib/field-errors';
import { notifyFailure } from '@/lib/notify-failure';
import { pageErrors } from '@/lib/page-errors';
import { feedbackTexts as texts } from '@/texts/feedback';

const Screenshot = lazyPart(() => import('./Screenshot'));

const types = ['bug', 'feature_request'] as const;

/** What the page knows of where somebody is, as it was when the form was opened. */
const whereabouts = () => ({
  address: window.location.href,
  browser: navigator.userAgent,
  errors: pageErrors(),
});

/** Reports a fault or a wish, from whatever page. */
export default function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const [where] = useState(whereabouts);
  const { data: version } = useQuery(versionQuery);
  const [type, setType] = useState<(typeof types)[number]>('bug');
  const [title, setTitle] = useState('');
  const [story, setStory] = useState('');
  const [steps, setSteps] = useState('');
  const [more, setMore] = useState('');
  const [along, setAlong] = useState(true);
  const [pictured, setPictured] = useState(false);
  const [picture, setPicture] = useState<() => Promise<File>>();
  const making = pictured && picture === undefined;
  const report = useReport();
  const errors = report.isPending ? {} : fieldErrors(report.error);
  const isBug = type === 'bug';
  const withoutPicture = () => {
    setPictured(false);
    setPicture(undefined);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (making || report.isPending) return;
    report.mutate(
      {
        picture,
        body: {
          title,
          // An administrator's own item, too, is approved in the dialog that shows what leaves the club.
          status: 'new',
          feedback_type: type,
          content: story,
          ...(isBug ? { steps_to_reproduce: steps, expected_behavior: more } : { use_case: more }),
          ...(along && {
            url_context: where.address.slice(0, 2000),
            browser_info: where.browser.slice(0, 2000),
            app_version: (version?.current ?? '').slice(0, 100),
            page_errors: where.errors,
          }),
        },
      },
      {
        onSuccess: ({ lost }) => {
          onClose();
          if (lost === undefined) {
            notifications.show({ color: 'green', message: texts.sent });
            return;
          }
          notifications.show({ color: 'orange', message: texts.sentWithout });
          notifyFailure(lost);
        },
      },
    );
  };
  return (
    <FormDialog
      title={texts.formTitle}
      onClose={onClose}
      onSubmit={submit}
      submit={texts.send}
      pending={report.isPending}
      disabled={title.trim() === '' || making}
      error={report.error}
    >
      <SegmentedControl
        aria-label={texts.type}
        value={type}
        onChange={(chosen) => setType(types.find((one) => one === chosen) ?? 'bug')}
        data={types.map((value) => ({ value, label: texts.types[value] }))}
      />
      <TextInput
        label={texts.what}
        description={texts.whatHint}
        autoComplete="off"
        data-autofocus
        maxLength={200}
        value={title}
        onChange={({ currentTarget: { value } }) => setTitle(value)}
        error={errors.title}
      />
      <Textarea
        label={texts.story[type]}
        autosize
        minRows={3}
        maxRows={8}
        value={story}
        onChange={({ currentTarget: { value } }) => setStory(value)}
        error={errors.content}
      />
      {isBug && (
        <Textarea
          label={texts.steps}
          description={texts.stepsHint}
          autosize
          minRows={1}
          maxRows={6}
          value={steps}
          onChange={({ currentTarget: { value } }) => setSteps(value)}
          error={errors.steps_to_reproduce}
        />
      )}
      <Textarea
        label={isBug ? texts.expected : texts.useCase}
        autosize
        minRows={1}
        maxRows={6}
        value={more}
        onChange={({ currentTarget: { value } }) => setMore(value)}
        error={errors.expected_behavior ?? errors.use_case}
      />
      {pictured ? (
        <Part onGiveUp={withoutPicture}>
          <Screenshot onReady={(take) => setPicture(() => take)} onRemove={withoutPicture} />
        </Part>
      ) : (
        <Button
          variant="default"
          mr="auto"
          leftSection={<IconCamera size={18} aria-hidden />}
          onClick={() => setPictured(true)}
        >
          {texts.takePicture}
        </Button>
      )}
      <Stack gap={6}>
        <Checkbox
          label={texts.alongTick}
          checked={along}
          onChange={({ currentTarget: { checked } }) => setAlong(checked)}
        />
        {along && (
          <Along
            rows={[
              [texts.where.address, where.address],
              [texts.where.browser, where.browser],
              [texts.where.version, version?.current ?? ''],
              [texts.where.errors, where.errors || texts.noErrors],
            ]}
          />
        )}
      </Stack>
    </FormDialog>
  );
}

/** What goes along, as it goes. */
function Along({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <Stack gap={2} component="section" aria-label={texts.along}>
      <Text size="sm" fw={500}>
        {texts.along}
      </Text>
      {rows.map(([label, value]) => (
        <Text key={label} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {label}: <Code style={{ whiteSpace: 'pre-wrap' }}>{value}</Code>
        </Text>
      ))}
    </Stack>
  );
}
