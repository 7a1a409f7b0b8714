import {
  Button,
  ColorInput,
  Group,
  Image,
  NumberInput,
  PasswordInput,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { financeSettingsQuery, useFinanceLogo, useSaveFinance } from '@/api/finance';
import type { FinanceSettings } from '@/api/types';
import { changedKeys } from '@/components/cards/changed-keys';
import { ChooseFile } from '@/components/ChooseFile';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { fieldErrors } from '@/lib/field-errors';
import { numberProblem, type TypedNumber, typedNumber } from '@/lib/typed-number';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { financeTexts as texts } from '@/texts/finance';

import { FinanceMailsCard } from './FinanceMailsCard';
import { SettingsCard } from './SettingsCard';
import { takeKept } from './take-kept';

/** What the treasurer sets for the whole club. */
export function FinanceTab() {
  const settings = useQuery(financeSettingsQuery);
  return (
    <ListState query={settings}>
      {(saved) => (
        <Stack>
          <SettingsCard title={texts.sender.title} intro={texts.sender.intro}>
            <SenderForm saved={saved} />
          </SettingsCard>
          <SettingsCard title={texts.logo.title}>
            <Logo saved={saved} />
          </SettingsCard>
          <SettingsCard title={texts.provider.title} intro={texts.provider.intro}>
            <ProviderForm saved={saved} />
          </SettingsCard>
          <FinanceMailsCard saved={saved} />
        </Stack>
      )}
    </ListState>
  );
}

const tell = () => notifications.show({ message: commonTexts.saved, color: 'green' });

interface SenderFields extends Omit<SenderChange, 'payment_term_days' | 'installment_admin_fee'> {
  payment_term_days: TypedNumber;
  installment_admin_fee: TypedNumber;
}

type SenderChange = ReturnType<typeof senderOf>;

const senderOf = (saved: FinanceSettings) => ({
  org_name: saved.org_name,
  org_address: saved.org_address,
  contact_email: saved.contact_email,
  bcc_email: saved.bcc_email,
  iban: saved.iban,
  payment_term_days: saved.payment_term_days,
  payment_clause: saved.payment_clause,
  accent_color: saved.accent_color,
  installment_admin_fee: saved.installment_admin_fee,
  invoice_reminders: saved.invoice_reminders,
});

/** The fields as they are sent. A missing term becomes 0 days, which the server refuses. */
const sentOf = (fields: SenderFields): SenderChange => ({
  ...fields,
  payment_term_days: typedNumber(fields.payment_term_days),
  installment_admin_fee: typedNumber(fields.installment_admin_fee),
});

function SenderForm({ saved }: { saved: FinanceSettings }) {
  const form = useForm<SenderFields>({
    initialValues: senderOf(saved),
    validate: { installment_admin_fee: numberProblem },
  });
  const keep = useSaveFinance();
  const save = async (): Promise<boolean> => {
    if (form.validate().hasErrors) return false;
    const sent = form.getValues();
    try {
      const change = changedKeys(sentOf(form.getInitialValues()), sentOf(sent));
      const kept = senderOf(await keep.mutateAsync(change));
      takeKept(form, sent, kept);
      tell();
      return true;
    } catch (problem) {
      form.setErrors(fieldErrors(problem));
      return false; // the alert says why
    }
  };
  useUnsaved(form.isDirty() ? 'typed' : keep.isPending ? 'sending' : 'nothing', {
    save,
    drop: form.reset,
  });
  const { sender } = texts;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack maw="36rem">
        <ErrorAlert error={keep.error} title={commonTexts.notSaved} />
        <TextInput
          label={sender.name}
          description={sender.nameHint}
          {...form.getInputProps('org_name')}
        />
        <Textarea
          label={sender.address}
          autosize
          minRows={2}
          {...form.getInputProps('org_address')}
        />
        <TextInput label={sender.contact} type="email" {...form.getInputProps('contact_email')} />
        <TextInput label={sender.bcc} type="email" {...form.getInputProps('bcc_email')} />
        <TextInput label={sender.iban} {...form.getInputProps('iban')} />
        <NumberInput
          label={sender.term}
          min={1}
          max={365}
          {...form.getInputProps('payment_term_days')}
        />
        <NumberInput
          label={sender.fee}
          min={0}
          max={100}
          decimalScale={2}
          fixedDecimalScale
          decimalSeparator=","
          prefix="€ "
          {...form.getInputProps('installment_admin_fee')}
        />
        <Textarea
          label={sender.clause}
          autosize
          minRows={2}
          {...form.getInputProps('payment_clause')}
        />
        <ColorInput
          label={sender.accent}
          format="hex"
          withEyeDropper={false}
          {...form.getInputProps('accent_color')}
        />
        <Switch
          label={sender.reminders}
          {...form.getInputProps('invoice_reminders', { type: 'checkbox' })}
        />
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={keep.isPending}>
            {commonTexts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The logo on invoices, and how another one is brought. */
export function Logo({ saved }: { saved: FinanceSettings }) {
  const bring = useFinanceLogo();
  return (
    <Stack>
      <ErrorAlert error={bring.error} title={commonTexts.notSaved} />
      {saved.logo_url !== '' && (
        <Image src={saved.logo_url} alt={texts.logo.alt} h={60} w="auto" maw="100%" fit="contain" />
      )}
      <Group>
        <ChooseFile
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChoose={(file) => bring.mutate(file)}
        >
          {(props) => (
            <Button variant="default" loading={bring.isPending} {...props}>
              {texts.logo.choose}
            </Button>
          )}
        </ChooseFile>
        {saved.logo_id !== 0 && (
          <Button variant="subtle" disabled={bring.isPending} onClick={() => bring.mutate(null)}>
            {texts.logo.remove}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function ProviderForm({ saved }: { saved: FinanceSettings }) {
  const form = useForm({ initialValues: { mollie_api_key: '' } });
  const keep = useSaveFinance();
  const send = (key: string) => {
    const { mollie_api_key: typed } = form.getValues();
    keep.mutate(
      { mollie_api_key: key },
      {
        onSuccess: () => {
          if (form.getValues().mollie_api_key === typed) form.reset();
          tell();
        },
      },
    );
  };
  return (
    <form onSubmit={form.onSubmit(({ mollie_api_key }) => send(mollie_api_key.trim()))}>
      <Stack maw="36rem">
        <ErrorAlert error={keep.error} title={commonTexts.notSaved} />
        <Text>{saved.mollie_has_api_key ? texts.provider.has : texts.provider.none}</Text>
        <PasswordInput
          label={texts.provider.key}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': texts.provider.show }}
          {...form.getInputProps('mollie_api_key')}
        />
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={keep.isPending}>
            {commonTexts.save}
          </Button>
          {saved.mollie_has_api_key && (
            <Button variant="subtle" color="red" disabled={keep.isPending} onClick={() => send('')}>
              {texts.provider.remove}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
