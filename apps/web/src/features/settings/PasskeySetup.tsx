import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect } from 'react';

import { useAddPasskey } from '@/api/passkeys';
import { ErrorAlert } from '@/components/ErrorAlert';
import { fieldErrors } from '@/lib/field-errors';
import { PasskeyError } from '@/lib/passkeys';
import { passkeyTexts as texts } from '@/texts/passkeys';

import { RecoveryCodes } from './RecoveryCodes';

interface PasskeySetupProps {
  /** The recovery codes are shown now. */
  onCodes?: () => void;
  /** Whether what may bring recovery codes is under way: nobody should leave, for they are shown once. */
  onSending?: (isSending: boolean) => void;
  onDone: () => void;
}

/** Takes a user from a name by the device to the recovery codes, where there are new ones. */
export function PasskeySetup({ onCodes, onSending, onDone }: PasskeySetupProps) {
  const add = useAddPasskey();
  const { isPending } = add;
  useEffect(() => onSending?.(isPending), [isPending, onSending]);
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? texts.nameMissing : null) },
  });
  if (add.data !== undefined && add.data.recovery_codes.length > 0) {
    return <RecoveryCodes codes={add.data.recovery_codes} onDone={onDone} />;
  }
  const isField = Object.keys(fieldErrors(add.error)).length > 0;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name }) =>
        add.mutate(name.trim(), {
          onSuccess: ({ recovery_codes: codes }) => (codes.length > 0 ? onCodes?.() : onDone()),
          onError: (error) => form.setErrors(fieldErrors(error)),
        }),
      )}
    >
      <Stack>
        <Text>{texts.explain}</Text>
        {add.error instanceof PasskeyError ? (
          <Alert role="alert" color="red" icon={<IconAlertCircle />}>
            {add.error.message}
          </Alert>
        ) : (
          add.isError && !isField && <ErrorAlert error={add.error} />
        )}
        <TextInput
          label={texts.name}
          placeholder={texts.namePlaceholder}
          autoComplete="off"
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={add.isPending}>
          {texts.make}
        </Button>
      </Stack>
    </form>
  );
}
