import { Anchor, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form';
import { IconMapPin, IconRoute } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useState } from 'react';

import type { Address, Person, PersonFields } from '@/api/types';
import { routeHref } from '@/components/reach/reach';
import { formatPostcode, postcodeProblem } from '@/lib/check-contact';
import { personTexts } from '@/texts/person';
import { reachableTexts } from '@/texts/reachable';

import { CardForm, EditableCard } from '@/components/cards/EditableCard';
import classes from '@/components/cards/Cards.module.css';
import { LineButton } from '@/components/cards/LineButton';
import { type CardLine, useCardLine } from '@/components/cards/use-card-line';
import { RowsEditor } from '@/components/cards/RowsEditor';
import { usePersonEditor } from '../use-person-editor';

const texts = personTexts.addresses;

const inputs = ['street', 'postal_code', 'city'] as const;

/** Rarely filled in: they have no room of their own until somebody asks for it. */
const rare = ['address_label', 'state', 'country'] as const;

const widths = { street: 'minmax(0, 3fr)', postal_code: '6.5rem', city: 'minmax(0, 2fr)' };

const heads = inputs.map((key) => ({ label: texts[key], width: widths[key] }));

const rowStyle: CSSProperties & Record<'--row-columns', string> = {
  '--row-columns': heads.map(({ width }) => width).join(' '),
};

const newAddress: Address = {
  address_label: '',
  street: '',
  postal_code: '',
  city: '',
  state: '',
  country: '',
};

const read = ({ addresses }: PersonFields) => ({ addresses });

type Values = ReturnType<typeof read>;

const isFilled = (address: Address) =>
  [...inputs, ...rare].some((key) => address[key].trim() !== '');

const tidy = ({ addresses }: Values): Values => ({
  addresses: addresses.filter(isFilled).map((address) => ({
    ...address,
    postal_code: formatPostcode(address.postal_code, address.country),
  })),
});

/** What is wrong with the postcodes that are new or changed. */
const postcodeProblems = (addresses: readonly Address[], before: readonly Address[]): FormErrors =>
  Object.fromEntries(
    addresses.map(({ postal_code, country }, index) => [
      `addresses.${index}.postal_code`,
      before.some((old) => old.postal_code === postal_code && old.country === country)
        ? null
        : postcodeProblem(postal_code, country),
    ]),
  );

export function AddressCard({ person }: { person: Person }) {
  const before = person.acf.addresses;
  const form = useForm<Values>({
    initialValues: read(person.acf),
    validate: ({ addresses }) => postcodeProblems(addresses, before),
  });
  const line = useCardLine<number>(usePersonEditor({ person, form, read, tidy }));
  return (
    <EditableCard
      title={texts.title}
      icon={IconMapPin}
      editor={line.editor}
      inline={line.at !== undefined && line.at < form.values.addresses.length}
      view={
        <AddressView
          addresses={before}
          line={line}
          form={(index) => (
            <div className={classes.rowFields} style={rowStyle}>
              <AddressRow index={index} form={form} />
            </div>
          )}
        />
      }
    >
      <RowsEditor
        count={form.values.addresses.length}
        rowLabel={texts.row}
        removeLabel={texts.remove}
        onRemove={(index) => form.removeListItem('addresses', index)}
        add={{ label: texts.add, onAdd: () => form.insertListItem('addresses', newAddress) }}
        heads={heads}
      >
        {(index) => <AddressRow index={index} form={form} />}
      </RowsEditor>
    </EditableCard>
  );
}

interface AddressRowProps {
  index: number;
  form: UseFormReturnType<Values>;
}

function AddressRow({ index, form }: AddressRowProps) {
  const address = form.values.addresses[index] ?? newAddress;
  const [isWide, setWide] = useState(rare.some((key) => address[key] !== ''));
  return (
    <>
      {inputs.map((key) => (
        <TextInput
          key={key}
          aria-label={texts[key]}
          placeholder={texts.examples[key]}
          autoComplete="off"
          {...form.getInputProps(`addresses.${index}.${key}`)}
        />
      ))}
      <div className={classes.wide}>
        {isWide ? (
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
            {rare.map((key) => (
              <TextInput
                key={key}
                label={texts[key]}
                autoComplete="off"
                {...form.getInputProps(`addresses.${index}.${key}`)}
              />
            ))}
          </SimpleGrid>
        ) : (
          <Button variant="subtle" size="compact-xs" onClick={() => setWide(true)}>
            {texts.more}
          </Button>
        )}
      </div>
    </>
  );
}

interface AddressViewProps {
  addresses: readonly Address[];
  line: CardLine<number>;
  /** The inputs of one. */
  form: (index: number) => ReactNode;
}

function AddressView({ addresses, line, form }: AddressViewProps) {
  if (addresses.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return (
    <ul className={classes.entries}>
      {addresses.map((address, index) => {
        if (line.at === index) {
          return (
            <li key={index}>
              <CardForm editor={line.editor} line>
                {form(index)}
              </CardForm>
            </li>
          );
        }
        const lines = addressLines(address);
        return (
          <li key={index} className={classes.entry}>
            <Stack gap={0} miw={0}>
              {address.address_label !== '' && (
                <Text size="xs" c="dimmed">
                  {address.address_label}
                </Text>
              )}
              {lines.map((text) => (
                <span key={text}>{text}</span>
              ))}
              <RouteLink address={address} />
            </Stack>
            {!line.editor.editing && (
              <LineButton
                label={texts.change(lines[0] ?? texts.row(index + 1))}
                opener={`address-${index}`}
                onClick={() => line.begin(index)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const addressLines = ({ street, postal_code, city, state, country }: Address) =>
  [street, [postal_code, city].filter(Boolean).join('  '), state, country].filter(
    (line) => line !== '',
  );

function RouteLink({ address }: { address: Address }) {
  const href = routeHref(address);
  if (href === undefined) return null;
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noreferrer"
      inherit
      w="fit-content"
      aria-label={reachableTexts.routeTo(address.street)}
      data-print="never"
    >
      <IconRoute size={15} stroke={1.7} aria-hidden style={{ verticalAlign: '-0.15em' }} />{' '}
      {reachableTexts.route}
    </Anchor>
  );
}
