import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';

import { type InvoiceDeed, useInvoiceDeed } from '@/api/invoices';
import type { Invoice } from '@/api/types';
import { DateField } from '@/components/DateField';
import { FormDialog } from '@/components/FormDialog';
import { isoDay } from '@/lib/dates';
import { readEuros } from '@/lib/euros';
import { fieldErrors } from '@/lib/field-errors';
import { invoiceTexts as texts } from '@/texts/invoices';

import { done } from './done';
import { invoiceStatuses } from './route';

export type DialogName = 'pay' | 'credit' | 'due' | 'status';

export interface InvoiceDialogProps {
  name: DialogName;
  invoice: Invoice;
  onClose: () => void;
}

/** A small form about an invoice. */
export default function InvoiceDialog({ name, ...props }: InvoiceDialogProps) {
  const Shown = dialogs[name];
  return <Shown {...props} />;
}

type FormProps = Omit<InvoiceDialogProps, 'name'>;

/** Sends a deed, says that it was done, and closes. */
function useDeed({ invoice, onClose }: FormProps, message: string) {
  // What the form was opened on: the page behind it may show another one by now.
  const [seen] = useState(invoice);
  const mutation = useInvoiceDeed(seen);
  return {
    pending: mutation.isPending,
    error: mutation.error,
    errors: mutation.isPending ? {} : fieldErrors(mutation.error),
    go: (deed: InvoiceDeed) =>
      mutation.mutate(deed, {
        onSuccess: () => {
          done(message)();
          onClose();
        },
      }),
  };
}

const submitting = (go: () => void) => (event: SyntheticEvent<HTMLFormElement>) => {
  event.preventDefault();
  go();
};

/** An amount as it is typed, and what is wrong with it once somebody sends. */
function useAmount(begun: number) {
  const [typed, setTyped] = useState(begun > 0 ? begun.toFixed(2).replace('.', ',') : '');
  const [sent, setSent] = useState(false);
  const value = readEuros(typed);
  return {
    value,
    check: () => setSent(true),
    input: {
      value: typed,
      inputMode: 'decimal' as const,
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        setTyped(currentTarget.value),
    },
    problem: sent && value === undefined ? texts.notAnAmount : undefined,
  };
}

const methods = ['bank', 'cash', 'other'] as const;

function Pay(props: FormProps) {
  const { open_amount } = props.invoice;
  const { go, pending, error, errors } = useDeed(props, texts.booked);
  const [over] = useState(open_amount < 0); // only what was paid too much can be given back
  const [back, setBack] = useState(over);
  const amount = useAmount(Math.abs(open_amount));
  const [paidOn, setPaidOn] = useState(isoDay(new Date()));
  const [method, setMethod] = useState<(typeof methods)[number]>('bank');
  const [note, setNote] = useState('');
  const submit = () => {
    amount.check();
    if (amount.value === undefined) return;
    // Who types a minus at what was given back means the same.
    const paid = back ? -Math.abs(amount.value) : amount.value;
    go({ does: 'pay', payment: { amount: paid, paid_on: paidOn, method, note } });
  };
  return (
    <FormDialog
      title={texts.pay}
      submit={texts.book}
      onClose={props.onClose}
      onSubmit={submitting(submit)}
      pending={pending}
      error={error}
    >
      {over && (
        <NativeSelect
          label={texts.direction}
          value={back ? 'back' : 'in'}
          data={[
            { value: 'back', label: texts.givenBack },
            { value: 'in', label: texts.received },
          ]}
          onChange={({ currentTarget: { value } }) => setBack(value === 'back')}
        />
      )}
      <TextInput
        label={texts.amount}
        data-autofocus
        {...amount.input}
        error={amount.problem ?? errors.amount}
      />
      <DateField
        label={back ? texts.givenBackOn : texts.paidOn}
        value={paidOn}
        onChange={setPaidOn}
        error={errors.paid_on}
      />
      <NativeSelect
        label={texts.method}
        value={method}
        data={methods.map((value) => ({ value, label: texts.methods[value] }))}
        onChange={({ currentTarget: { value } }) =>
          setMethod(methods.find((one) => one === value) ?? 'bank')
        }
        error={errors.method}
      />
      <TextInput
        label={texts.note}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        error={errors.note}
      />
    </FormDialog>
  );
}

function Credit(props: FormProps) {
  const { go, pending, error, errors } = useDeed(props, texts.creditMade);
  const amount = useAmount(props.invoice.open_amount);
  const [description, setDescription] = useState('');
  const [reason, setReason] = useState('');
  const submit = () => {
    amount.check();
    if (amount.value === undefined) return;
    const lines = [{ description, amount: amount.value }];
    go({ does: 'credit', credit: { lines, reason } });
  };
  return (
    <FormDialog
      title={texts.creditTitle}
      submit={texts.makeCredit}
      onClose={props.onClose}
      onSubmit={submitting(submit)}
      pending={pending}
      error={error}
    >
      <TextInput
        label={texts.description}
        data-autofocus
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        error={errors.lines}
      />
      <TextInput
        label={texts.amount}
        description={texts.creditHint}
        {...amount.input}
        error={amount.problem}
      />
      <Textarea
        label={texts.reason}
        autosize
        minRows={2}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={errors.reason}
      />
    </FormDialog>
  );
}

function Due(props: FormProps) {
  const { go, pending, error, errors } = useDeed(props, texts.dueSaved);
  const [due, setDue] = useState(props.invoice.due_date ?? '');
  return (
    <FormDialog
      title={texts.changeDue}
      submit={texts.save}
      onClose={props.onClose}
      onSubmit={submitting(() => go({ does: 'due', due_date: due }))}
      pending={pending}
      error={error}
    >
      <DateField label={texts.dueDate} value={due} onChange={setDue} error={errors.due_date} />
    </FormDialog>
  );
}

function Status(props: FormProps) {
  const { go, pending, error, errors } = useDeed(props, texts.statusSaved);
  const [status, setStatus] = useState(props.invoice.status);
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={texts.changeStatus}
      submit={texts.save}
      onClose={props.onClose}
      onSubmit={submitting(() => go({ does: 'status', status, reason }))}
      pending={pending}
      error={error}
    >
      <NativeSelect
        label={texts.status}
        value={status}
        data={invoiceStatuses.map((value) => ({ value, label: texts.statuses[value] }))}
        onChange={({ currentTarget: { value } }) =>
          setStatus(invoiceStatuses.find((one) => one === value) ?? status)
        }
        error={errors.status}
      />
      <Text size="sm" c="dimmed" role="status">
        {texts.statusHint[status]}
      </Text>
      <Textarea
        label={texts.reason}
        autosize
        minRows={2}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={errors.reason}
      />
    </FormDialog>
  );
}

const dialogs = { pay: Pay, credit: Credit, due: Due, status: Status };
