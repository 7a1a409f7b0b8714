import { Anchor, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMapPin, IconRoute } from '@tabler/icons-react';

import type { Address, Person, PersonFields } from '@/api/types';
import { routeHref } from '@/components/reach/reach';
import { personTexts } from '@/texts/person';
import { reachTexts } from '@/texts/reach';

import { EditableCard } from '@/components/cards/EditableCard';
import classes from '@/components/cards/Cards.module.css';
import { RowsEditor } from '@/components/cards/RowsEditor';
import { usePersonEditor } from '../use-person-editor';

const texts = personTexts.addresses;

const inputs = ['street', 'postal_code', 'city', 'state', 'country', 'address_label'] as const;

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

const tidy = ({ addresses }: Values): Values => ({
  addresses: addresses.filter((address) => inputs.some((key) => address[key].trim() !== '')),
});

export function AddressCard({ person }: { person: Person }) {
  const form = useForm<Values>({ initialValues: read(person.acf) });
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
      >
        {(index) => (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {inputs.map((key) => (
              <TextInput
                key={key}
                label={texts[key]}
                autoComplete="off"
                {...form.getInputProps(`addresses.${index}.${key}`)}
              />
            ))}
          </SimpleGrid>
        )}
      </RowsEditor>
    </EditableCard>
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
      aria-label={reachTexts.routeTo(address.street)}
      data-print="never"
    >
      <IconRoute size={15} stroke={1.7} aria-hidden style={{ verticalAlign: '-0.15em' }} />{' '}
      {reachTexts.route}
    </Anchor>
  );
}
