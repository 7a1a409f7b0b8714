import { ActionIcon, Group, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { lazy, useState } from 'react';

import { OnDemand } from '@/components/OnDemand';
import { peopleTexts } from '@/texts/people';

import { ColumnButton } from './ColumnButton';
import classes from './People.module.css';
import type { PeopleViewProps } from './PeoplePage';

const ColumnChoice = lazy(() => import('./ColumnChoice'));

const typingPause = 300;

export function PeopleToolbar({ search, onSearch }: PeopleViewProps) {
  return (
    <Group gap="sm" className={classes.toolbar}>
      <SearchBox search={search} onSearch={onSearch} />
      <Switch
        label={peopleTexts.showFormer}
        checked={search.oudLeden === 1}
        onChange={(event) => onSearch({ oudLeden: event.currentTarget.checked ? 1 : 0 })}
      />
      <OnDemand placeholder={(ask) => <ColumnButton onClick={ask} />}>
        <ColumnChoice search={search} onSearch={onSearch} />
      </OnDemand>
    </Group>
  );
}

function SearchBox({ search, onSearch }: PeopleViewProps) {
  const [typed, setTyped] = useState(search.zoek);
  const [asked, setAsked] = useState(search.zoek);
  const ask = useDebouncedCallback((zoek: string) => {
    setAsked(zoek);
    // Every pause in typing would otherwise be a step for the back button.
    onSearch({ zoek }, { replace: true });
  }, typingPause);

  // The address changed from outside (back button, a link): it wins over what stands in the box.
  if (search.zoek !== asked) {
    setAsked(search.zoek);
    setTyped(search.zoek);
  }

  const change = (zoek: string) => {
    setTyped(zoek);
    ask(zoek);
  };
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={peopleTexts.search}
      placeholder={peopleTexts.searchPlaceholder}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed !== '' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={peopleTexts.clearSearch}
            onClick={() => change('')}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
