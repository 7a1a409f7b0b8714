import { Button, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { renderSVG } from 'uqr';

import { useBeginFactor, useConfirmFactor } from '@/api/second-factor';
import { ErrorAlert } from '@/components/ErrorAlert';
import { fieldErrors } from '@/lib/field-errors';
import { commonTexts } from '@/texts/common';
import { secondFactorTexts as texts } from '@/texts/second-factor';

import { RecoveryCodes } from './RecoveryCodes';
import classes from './Settings.module.css';

interface SecondFactorSetupProps {
  /** The recovery codes are shown now. */
  onCodes?: () => void;
  /** Whether what may bring recovery codes is under way: nobody should leave, for they are shown once. */
  onSending?: (isSending: boolean) => void;
  onDone: () => void;
}

/** Takes a user from a QR code by a first code of the app to the recovery codes, where there are new ones. */
export function SecondFactorSetup({ onCodes, onSending, onDone }: SecondFactorSetupProps) {
  const begin = useBeginFactor();
  const confirm = useConfirmFactor();
  const { isPending } = confirm;
  useEffect(() => onSending?.(isPending), [isPending, onSending]);
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? texts.codeMissing : null) },
  });
  const start = useEffectEvent(() => begin.mutate());
  useEffect(() => start(), []);
  const isShown = begin.data !== undefined;
  // The picture above it stays in view.
  const focusCode = useEffectEvent(() => form.getInputNode('code')?.focus({ preventScroll: true }));
  useEffect(() => {
    if (isShown) focusCode();
  }, [isShown]);

  if (confirm.data !== undefined && confirm.data.recovery_codes.length > 0) {
    return <RecoveryCodes codes={confirm.data.recovery_codes} onDone={onDone} />;
  }
  if (begin.isError) {
    return (
      <Stack>
        <ErrorAlert error={begin.error} />
        <Button variant="default" onClick={() => begin.mutate()}>
          {commonTexts.retry}
        </Button>
      </Stack>
    );
  }
  if (begin.data === undefined) return <Loader mx="auto" display="block" />;
  const { secret, url } = begin.data;
  const isField = Object.keys(fieldErrors(confirm.error)).length > 0;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ code }) =>
        confirm.mutate(code, {
          onSuccess: ({ recovery_codes: codes }) => (codes.length > 0 ? onCodes?.() : onDone()),
          onError: (error) => {
            form.setErrors(fieldErrors(error));
            form.getInputNode('code')?.focus();
          },
        }),
      )}
    >
      <Stack>
        <Text>{texts.scan}</Text>
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(url, { border: 2 }))}`}
          alt={texts.qr}
          className={classes.qr}
        />
        <Text size="sm" c="dimmed">
          {texts.byHand}
        </Text>
        <output className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</output>
        {confirm.isError && !isField && <ErrorAlert error={confirm.error} />}
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={confirm.isPending}>
          {texts.confirm}
        </Button>
      </Stack>
    </form>
  );
}
