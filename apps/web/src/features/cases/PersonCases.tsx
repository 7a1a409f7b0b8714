import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { can } from '@/api/capabilities';
import { casesQuery, invoicedCasesQuery, useBillCases } from '@/api/cases';
import { sessionQuery } from '@/api/session';
import type { DisciplineCase } from '@/api/types';
import { ListState } from '@/components/ListState';
import { formatEuros } from '@/lib/euros';
import { notifyFailure } from '@/lib/notify-failure';
import { caseTexts as texts } from '@/texts/cases';

import { CaseRow } from './CaseRow';
import classes from './Cases.module.css';

/** The cases of one person; who keeps the money makes an invoice over some of them. */
export default function PersonCases({ person }: { person: number }) {
  const cases = useQuery(casesQuery({ person }));
  const { data: me } = useQuery(sessionQuery);
  const bills = me != null && can(me, 'financieel');
  return (
    <ListState query={cases}>
      {(list) =>
        list.length === 0 ? (
          <Text c="dimmed">{texts.personEmpty}</Text>
        ) : bills ? (
          <Billing person={person} list={list} />
        ) : (
          <ul className={classes.list} aria-label={texts.list}>
            {list.map((one) => (
              <li key={one.id}>
                <CaseRow of={one} named={false} />
              </li>
            ))}
          </ul>
        )
      }
    </ListState>
  );
}

function Billing({ person, list }: { person: number; list: readonly DisciplineCase[] }) {
  const { data } = useQuery(invoicedCasesQuery(person));
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const bill = useBillCases(person);
  const billed = new Set(data?.case_ids);
  const obstacle = ({ id, acf }: DisciplineCase) => {
    if (billed.has(id)) return texts.billed;
    return acf.administrative_fee === null ? texts.noFee : undefined;
  };
  const cases = list.filter((one) => chosen.includes(one.id) && obstacle(one) === undefined);
  const total = cases.reduce((sum, { acf }) => sum + (acf.administrative_fee ?? 0), 0);
  const make = () =>
    bill.mutate(cases, {
      onSuccess: ({ invoice_number }) => {
        setChosen([]);
        notifications.show({ color: 'green', message: texts.made(invoice_number) });
      },
      onError: notifyFailure,
    });
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <Button disabled={cases.length === 0} loading={bill.isPending} onClick={make}>
          {texts.bill(cases.length, formatEuros(total))}
        </Button>
      </Group>
      <ul className={classes.list} aria-label={texts.list}>
        {list.map((one) => (
          <li key={one.id} className={billed.has(one.id) ? classes.billed : undefined}>
            <Group wrap="nowrap" align="flex-start" gap="xs">
              <Checkbox
                mt="sm"
                aria-label={texts.select(one.acf.match_description || one.acf.dossier_id)}
                title={obstacle(one)}
                disabled={obstacle(one) !== undefined || data === undefined}
                checked={chosen.includes(one.id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen((before) =>
                    checked ? [...before, one.id] : before.filter((id) => id !== one.id),
                  )
                }
              />
              <div style={{ flex: 1, minWidth: 0 }}>
                <CaseRow of={one} named={false} />
              </div>
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
