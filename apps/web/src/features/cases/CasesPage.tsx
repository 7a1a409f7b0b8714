import { Button, EmptyState, NativeSelect, Stack } from '@mantine/core';
import { IconDownload, IconGavel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { casesQuery, seasonsQuery } from '@/api/cases';
import { download } from '@/api/download';
import type { DisciplineCase } from '@/api/types';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { SearchBox } from '@/components/SearchBox';
import { formatEuros } from '@/lib/euros';
import { notifyFailure } from '@/lib/notify-failure';
import { caseTexts as texts } from '@/texts/cases';

import { CaseRow } from './CaseRow';
import classes from './Cases.module.css';

interface CasesPageProps {
  /** By its name, such as 2025-2026; the latest without. */
  season: string | undefined;
  search: string;
  onSearch: (change: { seizoen?: string; zoek?: string }) => void;
}

const costs = (list: readonly DisciplineCase[]) =>
  list.reduce((sum, { acf }) => sum + (acf.administrative_fee ?? 0), 0);

/** The cases of a season. */
export function CasesPage({ season, search, onSearch }: CasesPageProps) {
  const known = useQuery(seasonsQuery);
  const seasons = known.data ?? [];
  const chosen = seasons.find(({ slug }) => slug === season) ?? seasons[0];
  const cases = useQuery({
    ...casesQuery({ seizoen: chosen?.id, search: search || undefined }),
    enabled: chosen !== undefined,
  });
  const save = () => {
    const query = new URLSearchParams({ format: 'xlsx', search });
    if (chosen) query.set('seizoen', String(chosen.id));
    download('/club/v1/discipline-cases/export', query).catch(notifyFailure);
  };
  const { data } = cases;
  const { columns } = texts;
  return (
    <Stack gap="md">
      <PageHeader
        title={texts.title}
        subtitle={data && texts.subtitle(data.length, formatEuros(costs(data)))}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={save}
          >
            {texts.export}
          </Button>
        }
      />
      <div className={classes.filters}>
        <NativeSelect
          label={texts.season}
          value={chosen?.slug ?? ''}
          onChange={({ currentTarget: { value } }) => onSearch({ seizoen: value })}
          data={seasons.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <SearchBox
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          clearLabel={texts.clearSearch}
          value={search}
          onSearch={(zoek) => onSearch({ zoek: zoek === '' ? undefined : zoek })}
        />
      </div>
      {/* Without the seasons nobody knows which cases to ask for. */}
      <ListState query={known}>
        {() =>
          chosen === undefined ? (
            <NoCases />
          ) : (
            <ListState query={cases}>
              {(list) =>
                list.length === 0 ? (
                  <NoCases />
                ) : (
                  <div>
                    <div className={classes.head} aria-hidden>
                      <span>{columns.person}</span>
                      <span>{columns.match}</span>
                      <span>{columns.sanction}</span>
                      <span>{columns.card}</span>
                      <span>{columns.charged}</span>
                      <span className={classes.fee}>{columns.fee}</span>
                    </div>
                    <ul className={classes.list} aria-label={texts.list}>
                      {list.map((one) => (
                        <li key={one.id}>
                          <CaseRow of={one} />
                        </li>
                      ))}
                    </ul>
                  </div>
                )
              }
            </ListState>
          )
        }
      </ListState>
    </Stack>
  );
}

const NoCases = () => (
  <EmptyState icon={<IconGavel />} title={texts.empty} description={texts.emptyHint} py="xl" />
);
