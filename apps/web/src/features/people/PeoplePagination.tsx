import { Group, NativeSelect, Pagination, Text } from '@mantine/core';

import { commonTexts } from '@/texts/common';
import { peopleTexts } from '@/texts/people';

import { pageSizes } from './search';
import type { PeopleViewProps } from './view';

interface PeoplePaginationProps extends PeopleViewProps {
  total: number;
  /** Somebody reaches for another page. */
  onIntent: () => void;
}

export default function PeoplePagination({
  search,
  onSearch,
  total,
  onIntent,
}: PeoplePaginationProps) {
  const { page, aantal } = search;
  const pages = Math.ceil(total / aantal);
  const first = (page - 1) * aantal + 1;
  return (
    <Group justify="space-between" gap="sm" data-print="never">
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {peopleTexts.range(first, Math.min(page * aantal, total), total)}
        </Text>
        <NativeSelect
          size="xs"
          aria-label={peopleTexts.perPage}
          value={String(aantal)}
          data={pageSizes.map((size) => ({
            value: String(size),
            label: `${size} ${peopleTexts.perPage.toLocaleLowerCase('nl-NL')}`,
          }))}
          onChange={({ currentTarget }) =>
            onSearch({ aantal: currentTarget.value === '100' ? 100 : 50 })
          }
        />
      </Group>
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label={peopleTexts.pagination}
          total={pages}
          value={page}
          onChange={(next) => onSearch({ page: next })}
          siblings={1}
          size="sm"
          onPointerEnter={onIntent}
          onFocus={onIntent}
          getItemProps={(item) => ({ 'aria-label': `${commonTexts.page} ${item}` })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? commonTexts.nextPage : commonTexts.previousPage,
          })}
        />
      )}
    </Group>
  );
}
