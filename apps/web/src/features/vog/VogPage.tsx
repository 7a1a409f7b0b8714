import { Button, EmptyState, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { IconCertificate, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useExportPeople } from '@/api/people/mutations';
import { peopleQuery } from '@/api/people/queries';
import type { VogOverview } from '@/api/types';
import { vogOverviewQuery } from '@/api/vog';
import { formatNumber } from '@/lib/numbers';
import { notifyFailure } from '@/lib/notify-failure';
import { vogTexts as texts } from '@/texts/vog';

import { vogFilter, vogQuery } from './route';
import {
  usualVogSearch,
  vogReminders,
  type VogSearch,
  type VogStep,
  vogSteps,
  vogTypes,
} from './search';
import classes from './Vog.module.css';
import { VogFrame } from './VogFrame';
import { VogList } from './VogList';

interface PageProps {
  search: VogSearch;
  onSearch: (change: Partial<VogSearch>) => void;
}

/** Who needs a certificate of conduct and has none that counts, by how far each is. */
export function VogPage({ search, onSearch }: PageProps) {
  const query = vogQuery(search);
  const people = useQuery(peopleQuery(query));
  const { data: overview } = useQuery(vogOverviewQuery);
  const exporting = useExportPeople();
  const save = () => {
    const { sort: orderby, order } = search;
    exporting.mutate(
      { ...vogFilter(search), orderby, order, format: 'xlsx', columns: exported },
      { onError: notifyFailure },
    );
  };
  return (
    <VogFrame
      subtitle={overview && texts.waiting(totalOf(overview))}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={exporting.isPending}
          onClick={save}
        >
          {texts.export}
        </Button>
      }
    >
      <Steps overview={overview} search={search} onSearch={onSearch} />
      <Filters search={search} onSearch={onSearch} />
      <VogList
        label={texts.list}
        people={people}
        query={query}
        search={search}
        onSearch={onSearch}
        empty={<Nothing search={search} onSearch={onSearch} />}
      />
    </VogFrame>
  );
}

const exported = ['name', 'email', 'phone', 'datum-vog', 'team'];

const totalOf = (of: VogOverview) =>
  of.missing_or_expired_not_requested + of.missing_or_expired_requested;

const counts: Record<VogStep, (of: VogOverview) => number> = {
  '': totalOf,
  aanschrijven: ({ not_mailed }) => not_mailed,
  aangeschreven: ({ mailed }) => mailed,
  aangevraagd: ({ missing_or_expired_requested }) => missing_or_expired_requested,
};

interface StepsProps extends PageProps {
  overview: VogOverview | undefined;
}

/** The way from nothing to a certificate: each step with how many people are there, which is a filter too. */
function Steps({ overview, search, onSearch }: StepsProps) {
  return (
    <div className={classes.steps} role="group" aria-label={texts.steps}>
      {vogSteps.map((step) => (
        <UnstyledButton
          key={step}
          className={classes.step}
          aria-pressed={search.stap === step}
          onClick={() => onSearch({ stap: step, pagina: 1 })}
        >
          <span className={classes.count}>
            {overview === undefined ? '–' : formatNumber(counts[step](overview))}
          </span>
          <Text fw={600} size="sm">
            {texts.stepNames[step]}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.stepHints[step]}
          </Text>
        </UnstyledButton>
      ))}
    </div>
  );
}

function Filters({ search, onSearch }: PageProps) {
  return (
    <div className={classes.filters} role="search" data-print="never">
      <NativeSelect
        label={texts.type}
        value={search.soort}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ soort: vogTypes.find((one) => one === value) ?? '', pagina: 1 })
        }
        data={[
          { value: '', label: texts.all },
          ...vogTypes.map((value) => ({ value, label: texts.types[value] })),
        ]}
      />
      <NativeSelect
        label={texts.reminder}
        value={search.herinnering}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ herinnering: vogReminders.find((one) => one === value) ?? '', pagina: 1 })
        }
        data={[
          { value: '', label: texts.all },
          ...vogReminders.map((value) => ({ value, label: texts.reminders[value] })),
        ]}
      />
    </div>
  );
}

function Nothing({ search, onSearch }: PageProps) {
  const filtered = search.stap !== '' || search.soort !== '' || search.herinnering !== '';
  return (
    <EmptyState
      icon={<IconCertificate />}
      title={filtered ? texts.none : texts.empty}
      description={filtered ? texts.noneHint : texts.emptyHint}
      py="xl"
    >
      {filtered && (
        <Button variant="default" onClick={() => onSearch(usualVogSearch)}>
          {texts.clear}
        </Button>
      )}
    </EmptyState>
  );
}
