import { Group, Loader, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { shortestUserSearch, userHitsQuery } from '@/api/user-hits';
import { userTexts as texts } from '@/texts/users';

import { UserAvatar } from './picture/UserAvatar';
import { useTypedChoice } from './use-typed-choice';

const typingPause = 250;

export interface ChosenUser {
  id: number;
  name: string;
}

interface UserSelectProps {
  label: string;
  placeholder?: string;
  value: ChosenUser | undefined;
  onChange: (user: ChosenUser | undefined) => void;
  error?: ReactNode;
  /** Who cannot be chosen. */
  without?: readonly number[];
  /** Something comes of each choice at once: the field is empty again. */
  momentary?: boolean;
  busy?: boolean;
  /** It appears because somebody asked for it: the keyboard is in it. */
  focused?: boolean;
  /** It stands in something that closes when one clicks elsewhere. */
  inside?: boolean;
}

/** Finds another user by a part of the name. */
export function UserSelect(props: UserSelectProps) {
  const { label, placeholder = texts.placeholder, value, onChange, error } = props;
  const { focused = false, inside = false, without = [], momentary = false, busy = false } = props;
  const [typed, setTyped] = useState(value?.name ?? '');
  const [asked] = useDebouncedValue(typed.trim(), typingPause);
  const isSearch = asked !== (value?.name ?? '');
  const hits = useQuery(userHitsQuery(isSearch ? asked : ''));
  const found = (hits.data ?? [])
    .filter(({ id }) => !without.includes(id))
    .map(({ id, display_name }) => ({ value: String(id), label: display_name }));
  const data =
    value === undefined || found.some((hit) => hit.value === String(value.id))
      ? found
      : [...found, { value: String(value.id), label: value.name }];
  const choose = (user: ChosenUser | undefined) => {
    // It may be who was chosen already, and then nothing changes that would bring the name back.
    setTyped(momentary ? '' : (user?.name ?? ''));
    onChange(user);
  };
  const isAnswered = asked === typed.trim() && !hits.isFetching;
  const { isRefused, inputProps } = useTypedChoice({
    typed,
    setTyped: (text) => {
      setTyped(text);
      // Who takes the name away means nobody, and need not press the cross as well.
      if (text.trim() === '' && value !== undefined) onChange(undefined);
    },
    chosen: value?.name ?? '',
    fitsOne: found.length === 1 && isAnswered,
  });
  const message =
    asked.length < shortestUserSearch
      ? texts.typeMore
      : hits.isError
        ? texts.failed
        : hits.data && texts.nobody;
  return (
    <Stack gap={0}>
      <Select
        label={label}
        placeholder={placeholder}
        searchable
        clearable={!momentary}
        {...inputProps}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody asked for it
        autoFocus={focused}
        openOnFocus={false}
        data={data}
        // The server found them already.
        filter={({ options }) => options}
        renderOption={({ option }) => {
          const hit = hits.data?.find(({ id }) => String(id) === option.value);
          return (
            <Group gap="xs" wrap="nowrap">
              <UserAvatar
                user={{ name: option.label, avatar_url: hit?.avatar_url ?? '' }}
                size={28}
              />
              <Text size="sm">{option.label}</Text>
            </Group>
          );
        }}
        comboboxProps={{ withinPortal: !inside }}
        rightSection={hits.isFetching || busy ? <Loader size={16} aria-hidden /> : undefined}
        value={value === undefined ? null : String(value.id)}
        allowDeselect={false}
        onOptionSubmit={(chosen) => {
          const option = data.find((one) => one.value === chosen);
          if (option) choose({ id: Number(chosen), name: option.label });
        }}
        onClear={() => choose(undefined)}
        error={isRefused ? texts.chooseFromList : error}
      />
      {/* Beside the list, which has options alone. */}
      <Text size="sm" c="dimmed" role="status">
        {isSearch && typed.trim() !== '' && found.length === 0 && message}
      </Text>
    </Stack>
  );
}
