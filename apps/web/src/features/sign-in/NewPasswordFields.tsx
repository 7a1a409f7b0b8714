import { PasswordInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

import { settingsTexts } from '@/texts/settings';

const texts = settingsTexts.password;

interface NewPasswordFieldsProps {
  password: GetInputPropsReturnType;
  repeat: GetInputPropsReturnType;
  label?: string;
  repeatLabel?: string;
}

/** The two fields in which somebody who is not signed in chooses a password. */
export function NewPasswordFields({
  password,
  repeat,
  label = texts.new,
  repeatLabel = texts.repeat,
}: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordInput
        label={label}
        description={texts.newHint}
        autoComplete="new-password"
        size="md"
        {...password}
      />
      <PasswordInput label={repeatLabel} autoComplete="new-password" size="md" {...repeat} />
    </>
  );
}
