import { Checkbox, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { useBlockUser, useDeleteUser, useResetFactor, useResetUser } from '@/api/administer';
import { sessionQuery } from '@/api/session';
import type { ClubUser } from '@/api/types';
import { usersQuery } from '@/api/users';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { FormDialog } from '@/components/FormDialog';
import { useReturnFocus } from '@/components/use-return-focus';
import { accountTexts as texts } from '@/texts/settings-admin';

import { EmailDialog } from './EmailDialog';
import { LinkDialog, UnlinkDialog } from './LinkDialogs';
import WelcomeDialog from './WelcomeDialog';

export type AccountDeed =
  'email' | 'link' | 'unlink' | 'block' | 'reset' | 'factor' | 'welcome' | 'remove';

interface AccountDialogProps {
  user: ClubUser;
  deed: AccountDeed;
  onClose: () => void;
}

const say = (message: string) => notifications.show({ message, color: 'green' });

/** Asks about what an administrator does with somebody's account. */
export default function AccountDialog({ user, deed, onClose }: AccountDialogProps) {
  useReturnFocus();
  switch (deed) {
    case 'email':
      return <EmailDialog user={user} onClose={onClose} />;
    case 'link':
      return <LinkDialog user={user} onClose={onClose} />;
    case 'unlink':
      return <UnlinkDialog user={user} onClose={onClose} />;
    case 'block':
      return <BlockDialog user={user} onClose={onClose} />;
    case 'reset':
      return <ResetDialog user={user} onClose={onClose} />;
    case 'factor':
      return <FactorDialog user={user} onClose={onClose} />;
    case 'welcome':
      return (
        <WelcomeDialog person={user.linked_person_id ?? 0} name={user.name} onClose={onClose} />
      );
    case 'remove':
      return <RemoveDialog user={user} onClose={onClose} />;
  }
}

type DialogProps = Omit<AccountDialogProps, 'deed'>;

function BlockDialog({ user, onClose }: DialogProps) {
  const block = useBlockUser(user.id);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={user.blocked ? texts.unblock : texts.block}
      message={user.blocked ? texts.unblockConfirm(user.name) : texts.blockConfirm(user.name)}
      confirm={user.blocked ? texts.unblock : texts.block}
      {...(user.blocked && { harmless: true })}
      mutation={block}
      variables={!user.blocked}
      onDone={() => say(user.blocked ? texts.unblocked : texts.blocked)}
    />
  );
}

function FactorDialog({ user, onClose }: DialogProps) {
  const reset = useResetFactor(user.id);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={texts.factor}
      message={texts.factorConfirm(user.name)}
      confirm={texts.factor}
      mutation={reset}
      variables={undefined}
      onDone={() => say(texts.factorDone)}
    />
  );
}

function ResetDialog({ user, onClose }: DialogProps) {
  const form = useForm({ initialValues: { revoke: false } });
  const reset = useResetUser(user.id);
  return (
    <FormDialog
      title={texts.reset}
      onClose={onClose}
      submit={texts.reset}
      pending={reset.isPending}
      error={reset.error}
      fleeting
      onSubmit={form.onSubmit(({ revoke }) =>
        reset.mutate(revoke, {
          onSuccess: () => {
            say(texts.resetDone);
            onClose();
          },
        }),
      )}
    >
      <Text size="sm">{texts.resetIntro(user.name, user.email)}</Text>
      <Checkbox label={texts.revoke} {...form.getInputProps('revoke', { type: 'checkbox' })} />
    </FormDialog>
  );
}

function RemoveDialog({ user, onClose }: DialogProps) {
  const { data: me } = useQuery(sessionQuery);
  const { data: users } = useQuery(usersQuery);
  const form = useForm({ initialValues: { heir: String(me?.id ?? '') } });
  const remove = useDeleteUser(user.id);
  const heirs = (users ?? []).filter(({ id, blocked }) => id !== user.id && !blocked);
  return (
    <FormDialog
      title={texts.removeTitle(user.name)}
      onClose={onClose}
      submit={texts.remove}
      pending={remove.isPending}
      error={remove.error}
      fleeting
      harmful
      onSubmit={form.onSubmit(({ heir }) =>
        remove.mutate(Number(heir), {
          onSuccess: () => {
            say(texts.removed);
            onClose();
          },
        }),
      )}
    >
      <Text size="sm">{texts.removeIntro}</Text>
      <Select
        label={texts.heir}
        searchable
        allowDeselect={false}
        data={heirs.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('heir')}
      />
    </FormDialog>
  );
}
