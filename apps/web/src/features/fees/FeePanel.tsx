import { Button, Divider, Drawer, Group, List, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';

import { personFeeQuery, useExclude } from '@/api/fees';
import { personInvoicesQuery, useBillMember } from '@/api/invoices';
import type { FeeMember, FeeTrace } from '@/api/types';
import { useHeld } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { InvoiceStatus } from '@/features/invoices/InvoiceStatus';
import { formatDate } from '@/lib/dates';
import { formatEuros, formatPart } from '@/lib/euros';
import { notifyFailure } from '@/lib/notify-failure';
import { commonTexts } from '@/texts/common';
import { feeTexts as texts } from '@/texts/fees';

import classes from './Fees.module.css';

interface FeePanelProps {
  member: FeeMember;
  season: string;
  forecast: boolean;
  onClose: () => void;
}

/** Why somebody pays what they pay. */
export default function FeePanel({ member, season, forecast, onClose }: FeePanelProps) {
  const fee = useQuery(personFeeQuery(member.id, season, forecast));
  const exclude = useExclude(member.id);
  const bill = useBillMember(member.id, season);
  const close = useHeld(exclude.isPending || bill.isPending, onClose);
  return (
    <Drawer.Root opened onClose={close} position="right">
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Not the header of the page: see components/Dialog. */}
        <Drawer.Header role="none">
          <Drawer.Title component="h2" fw={600}>
            {texts.explanation(member.name)}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={commonTexts.close} />
        </Drawer.Header>
        <Drawer.Body>
          <Stack gap="md">
            <ListState query={fee}>
              {({ trace, message, excluded }) => (
                <>
                  {trace ? <Explanation trace={trace} /> : <Text>{message}</Text>}
                  {!forecast && (
                    <Bill
                      member={member.id}
                      season={season}
                      bill={bill}
                      pays={trace !== undefined && trace.total > 0 && !excluded}
                    />
                  )}
                  {!forecast && (
                    <Switch
                      label={texts.exclude}
                      description={texts.excludeHint}
                      checked={excluded}
                      disabled={exclude.isPending}
                      onChange={({ currentTarget: { checked } }) =>
                        exclude.mutate(checked, { onError: notifyFailure })
                      }
                    />
                  )}
                </>
              )}
            </ListState>
            <AnchorLink to="/leden/$personId" params={{ personId: member.id }}>
              {texts.toPerson}
            </AnchorLink>
          </Stack>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

interface BillProps {
  member: number;
  season: string;
  bill: ReturnType<typeof useBillMember>;
  pays: boolean;
}

/** The invoice of a season. Another one can be made when there is none, or it was credited in full. */
function Bill({ member, season, bill, pays }: BillProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const invoices = useQuery(personInvoicesQuery(member));
  const go = () =>
    bill.mutate(undefined, {
      onSuccess: ({ invoice_number }) =>
        notifications.show({ color: 'green', message: texts.billed(invoice_number) }),
    });
  return (
    <ListState query={invoices}>
      {(list) => {
        const billed = list.filter((one) => one.type === 'membership' && one.season === season);
        const stands = billed.some((one) => one.credited_amount < one.total_amount);
        return (
          <Stack gap="xs" align="flex-start">
            {billed.map((one) => (
              <Group key={one.id} gap="xs">
                <AnchorLink
                  to="/facturen/$invoiceId"
                  params={{ invoiceId: one.id }}
                  preload={false}
                >
                  {texts.invoiceOf(one.invoice_number)}
                </AnchorLink>
                {one.credited_amount < one.total_amount ? (
                  <InvoiceStatus of={one} />
                ) : (
                  <Text size="sm" c="dimmed">
                    {texts.credited}
                  </Text>
                )}
              </Group>
            ))}
            {me.is_admin && pays && !stands && (
              <Button variant="default" loading={bill.isPending} onClick={go}>
                {texts.bill}
              </Button>
            )}
            <ErrorAlert error={bill.error} />
          </Stack>
        );
      }}
    </ListState>
  );
}

function Explanation({ trace }: { trace: FeeTrace }) {
  const { category, family, prorata, total } = trace;
  const { explain } = texts;
  return (
    <Stack gap="sm">
      <Step label={`${category.label} ${trace.season}`} amount={category.amount}>
        {explain.rule[category.rule](category.match)}
      </Step>
      {family ? (
        <Step label={explain.family(formatPart(family.percent / 100))} amount={family.amount}>
          {family.size === 1 ? explain.alone : explain.position(family.position, family.size)}
          {family.before.length > 0 && (
            <>
              {` ${explain.before}`}
              <List size="sm">
                {family.before.map(({ name, base_fee }, place) => (
                  <List.Item key={place}>{`${name} (${formatEuros(base_fee)})`}</List.Item>
                ))}
              </List>
            </>
          )}
        </Step>
      ) : (
        <Text size="sm" c="dimmed">
          {explain.noFamily}
        </Text>
      )}
      <Step label={explain.prorata(formatPart(prorata.percent / 100))} amount={prorata.amount}>
        {prorata.quarter === 0
          ? explain.whole
          : explain.quarter(prorata.quarter, formatDate(prorata.since))}
      </Step>
      <Divider />
      <div className={classes.line}>
        <strong>{explain.total}</strong>
        <strong className={classes.amount}>{formatEuros(total)}</strong>
      </div>
    </Stack>
  );
}

interface StepProps {
  label: string;
  amount: number;
  children: React.ReactNode;
}

function Step({ label, amount, children }: StepProps) {
  return (
    <div>
      <div className={classes.line}>
        <span>{label}</span>
        <span className={classes.amount}>{formatEuros(amount)}</span>
      </div>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </div>
  );
}
