import { Anchor, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form';
import { IconMapPin, IconRoute } from '@tabler/icons-react';
import { useState } from 'react';

import type { Address, Person, PersonFields } from '@/api/types';
import { routeHref } from '@/components/reach/reach';
import { formatPostcode, postcodeProblem } from '@/lib/check-contact';
import { personTexts } from '@/texts/person';
import { reachableTexts } from '@/texts/reachable';

import { EditableCard } from '@/components/cards/EditableCard';
import classes from '@/components/cards/Cards.module.css';
import { RowsEditor } from '@/components/cards/RowsEditor';
import { usePersonEditor } from '../use-person-editor';

const texts = personTexts.addresses;

const inputs = ['street', 'postal_code', 'city'] as const;

/** Rarely filled in: they have no room of their own until somebody asks for it. */
const rare = ['address_label', 'state', 'country'] as const;

const widths = { street: 'minmax(0, 3fr)', postal_code: '6.5rem', city: 'minmax(0, 2fr)' };

const heads = inputs.map((key) => ({ label: texts[key], width: widths[key] }));

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
  const editor = usePersonEditor({ person, form, read, tidy });
  return (
    <EditableCard
      title={texts.title}
      icon={IconMapPin}
      editor={editor}
      view={<AddressView addresses={person.acf.addresses} />}
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

function AddressView({ addresses }: { addresses: readonly Address[] }) {
  if (addresses.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return (
    <ul className={classes.entries}>
      {addresses.map((address, index) => (
        <li key={index}>
          <Stack gap={0}>
            {address.address_label !== '' && (
              <Text size="xs" c="dimmed">
                {address.address_label}
              </Text>
            )}
            {addressLines(address).map((line) => (
              <span key={line}>{line}</span>
            ))}
            <RouteLink address={address} />
          </Stack>
        </li>
      ))}
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
