import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconCoinEuro } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { download } from '@/api/download';
import { useInvoiceDeed, useRemoveInvoice } from '@/api/invoices';
import type { Invoice } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { useLeadOn } from '@/components/use-lead-on';
import { notifyFailure } from '@/lib/notify-failure';
import { invoiceTexts as texts } from '@/texts/invoices';

import type { DialogName, InvoiceDialogProps } from './InvoiceDialogs';
import { done } from './done';

const InvoiceDialog = lazyPart<InvoiceDialogProps>(() => import('./InvoiceDialogs'));

/** What the treasurer can do with an invoice. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { id, etag, invoice_number, status, installments_disabled, type } = invoice;
  const leadOn = useLeadOn();
  const search = useLocation({ select: ({ state }) => state.invoicesSearch });
  const [open, setOpen] = useState<DialogName>();
  const [removing, setRemoving] = useState(false);
  const deed = useInvoiceDeed(invoice);
  const remove = useRemoveInvoice();
  const close = () => setOpen(undefined);
  const toggle = () =>
    deed.mutate(
      { does: 'toggle', disabled: !installments_disabled },
      {
        onSuccess: done(installments_disabled ? texts.plansAllowed : texts.plansStopped),
        onError: notifyFailure,
      },
    );
  const { me } = useRouteContext({ from: '/_signed-in' });
  const sent = status !== 'draft';
  const nothing = invoice.total_amount === 0 && invoice.sent_date === null;
  const file = useMutation({
    mutationFn: (what: 'pdf' | 'qr') =>
      download(`/club/v1/invoices/${id}/${what}`, new URLSearchParams()),
    onError: notifyFailure,
  });
  // A menu that is closing can still be clicked: its items are busy, too.
  const busy = deed.isPending || file.isPending;
  const mail = (recipient: string, message: string) =>
    deed.mutate(
      { does: sent ? 'resend' : 'send', recipient },
      { onSuccess: done(message), onError: notifyFailure },
    );
  return (
    <Group gap="xs">
      {!sent && (
        <Button loading={deed.isPending} onClick={() => mail('', texts.invoiceSent)}>
          {texts.send}
        </Button>
      )}
      <Button
        variant={sent ? 'filled' : 'default'}
        leftSection={<IconCoinEuro size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen('pay')}
      >
        {texts.pay}
      </Button>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen('status')}>
        {texts.changeStatus}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            loading={busy}
          >
            {texts.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {sent && status !== 'paid' && (
            <Menu.Item disabled={busy} onClick={() => mail('', texts.invoiceSent)}>
              {texts.resend}
            </Menu.Item>
          )}
          <Menu.Item disabled={busy} onClick={() => mail(me.email, texts.testSent(me.email))}>
            {texts.sendTest}
          </Menu.Item>
          <Menu.Item disabled={busy} onClick={() => file.mutate('pdf')}>
            {texts.pdf}
          </Menu.Item>
          {invoice.open_amount > 0 && (
            <Menu.Item disabled={busy} onClick={() => file.mutate('qr')}>
              {texts.qr}
            </Menu.Item>
          )}
          {status !== 'draft' && (
            <Menu.Item onClick={() => setOpen('credit')}>{texts.credit}</Menu.Item>
          )}
          <Menu.Item onClick={() => setOpen('due')}>{texts.changeDue}</Menu.Item>
          {type === 'membership' && status !== 'paid' && (
            <Menu.Item disabled={busy} onClick={toggle}>
              {installments_disabled ? texts.allowPlans : texts.stopPlans}
            </Menu.Item>
          )}
          {(status === 'draft' || nothing) && (
            <Menu.Item color="var(--mantine-color-error)" onClick={() => setRemoving(true)}>
              {texts.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Part onGiveUp={close}>
        {open !== undefined && <InvoiceDialog name={open} invoice={invoice} onClose={close} />}
      </Part>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={texts.removeTitle}
        message={texts.removeMessage(invoice_number)}
        confirm={texts.remove}
        mutation={remove}
        variables={{ id, etag }}
        onDone={() => {
          done(texts.removed(invoice_number))();
          void leadOn({ to: '/facturen', search: search ?? {} });
        }}
      />
    </Group>
  );
}
