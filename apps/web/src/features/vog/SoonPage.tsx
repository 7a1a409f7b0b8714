import { EmptyState, NativeSelect } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { peopleQuery } from '@/api/people/queries';
import { vogTexts as texts } from '@/texts/vog';

import { soonQuery } from './route';
import { type SoonSearch, vogDays } from './search';
import classes from './Vog.module.css';
import { VogFrame } from './VogFrame';
import { VogList } from './VogList';

interface SoonPageProps {
  search: SoonSearch;
  onSearch: (change: Partial<SoonSearch>) => void;
}

/** Whose certificate of conduct expires soon: they can be asked before it does. */
export function SoonPage({ search, onSearch }: SoonPageProps) {
  const query = soonQuery(search);
  const people = useQuery(peopleQuery(query));
  return (
    <VogFrame subtitle={people.data && texts.expiring(people.data.total)}>
      <div className={classes.filters} role="search" data-print="never">
        <NativeSelect
          label={texts.within}
          value={search.dagen}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ dagen: vogDays.find((one) => one === value) ?? '30', pagina: 1 })
          }
          data={vogDays.map((value) => ({ value, label: texts.days(value) }))}
        />
      </div>
      <VogList
        label={texts.soonList}
        people={people}
        query={query}
        search={search}
        onSearch={onSearch}
        counts
        empty={
          <EmptyState
            icon={<IconCertificate />}
            title={texts.soonEmpty}
            description={texts.soonEmptyHint}
            py="xl"
          />
        }
      />
    </VogFrame>
  );
}
