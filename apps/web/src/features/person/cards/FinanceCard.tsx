import { Group, Stack, Switch, Text } from '@mantine/core';
import { IconCoinEuro } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { personFeeQuery, useExclude } from '@/api/fees';
import { personInvoicesQuery } from '@/api/invoices';
import type { Person } from '@/api/types';
import classes from '@/components/cards/Cards.module.css';
import { Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { InvoiceStatus } from '@/features/invoices/InvoiceStatus';
import { formatEuros } from '@/lib/euros';
import { notifyFailure } from '@/lib/notify-failure';
import { commonTexts } from '@/texts/common';
import { personFinanceTexts as texts } from '@/texts/invoices';
import { personTexts } from '@/texts/person';

import { fullName } from '@/lib/names';

/** What somebody pays, for who keeps the club's money. */
export default function FinanceCard({ person }: { person: Person }) {
  const { id, acf } = person;
  return (
    <SectionCard title={texts.title} icon={IconCoinEuro}>
      <Stack gap="md">
        <Fee id={id} name={fullName(acf)} blocked={acf['financiele-blokkade']} />
        <Invoices id={id} />
      </Stack>
    </SectionCard>
  );
}

function Fee({ id, name, blocked }: { id: number; name: string; blocked: boolean }) {
  const fee = useQuery(personFeeQuery(id, '', false));
  const exclude = useExclude(id);
  return (
    <ListState query={fee}>
      {({ trace, excluded }) => (
        <>
          <Fields>
            <Field label={texts.fee}>
              {trace ? (
                <AnchorLink to="/contributie" search={{ zoek: name }}>
                  {excluded ? texts.excluded : formatEuros(trace.total)}
                </AnchorLink>
              ) : (
                texts.noFee
              )}
            </Field>
            {blocked && (
              <Field label={texts.block}>
                {commonTexts.yes}
                <Text size="sm" c="dimmed">
                  {personTexts.membership.blockHint}
                </Text>
              </Field>
            )}
          </Fields>
          <Switch
            label={texts.exclude}
            description={texts.excludeHint}
            checked={excluded}
            disabled={exclude.isPending}
            onChange={({ currentTarget: { checked } }) =>
              exclude.mutate(checked, { onError: notifyFailure })
            }
          />
        </>
      )}
    </ListState>
  );
}

/** How many invoices the card shows; the others stand on the page of all. */
const shown = 5;

function Invoices({ id }: { id: number }) {
  const invoices = useQuery(personInvoicesQuery(id));
  return (
    <ListState query={invoices}>
      {(list) =>
        list.length === 0 ? (
          <Text c="dimmed">{texts.noInvoices}</Text>
        ) : (
          <>
            <Stack component="ul" gap="xs" className={classes.entries} aria-label={texts.invoices}>
              {list.slice(0, shown).map((one) => (
                <Group component="li" key={one.id} gap="xs">
                  <AnchorLink
                    to="/facturen/$invoiceId"
                    params={{ invoiceId: one.id }}
                    preload={false}
                  >
                    {one.invoice_number}
                  </AnchorLink>
                  <Text component="span">{formatEuros(one.total_amount)}</Text>
                  <InvoiceStatus of={one} />
                </Group>
              ))}
            </Stack>
            {list.length > shown && (
              <AnchorLink to="/facturen" search={{ persoon: id }} size="sm">
                {texts.allInvoices}
              </AnchorLink>
            )}
          </>
        )
      }
    </ListState>
  );
}
