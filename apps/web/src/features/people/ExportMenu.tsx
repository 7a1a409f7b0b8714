import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';

import { useExportPeople } from '@/api/people/mutations';
import type { ExportFormat } from '@/api/people/wire';
import { describeError } from '@/lib/describe-error';
import { peopleTexts } from '@/texts/people';

import { type ColumnId, exportColumns } from './columns';
import { ExportButton } from './ExportButton';
import { type PeopleSearch, toListQuery } from './search';

const formats = ['csv', 'xlsx'] as const satisfies ExportFormat[];

const icons = { csv: IconFileText, xlsx: IconFileSpreadsheet };

interface ExportMenuProps {
  search: PeopleSearch;
  columns: readonly ColumnId[];
  total: number;
}

/** Open as soon as it is there: it is only loaded when somebody asks for it. */
export default function ExportMenu({ search, columns, total }: ExportMenuProps) {
  const exporting = useExportPeople();
  const save = (format: ExportFormat) =>
    exporting.mutate(
      { ...toListQuery(search), format, columns: exportColumns(columns) },
      {
        onError: (error) =>
          notifications.show({
            color: 'red',
            title: peopleTexts.exportFailed,
            message: describeError(error).message,
          }),
      },
    );
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>
        <ExportButton
          loading={exporting.isPending}
          disabled={total === 0}
          aria-label={exporting.isPending ? peopleTexts.exporting : undefined}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{peopleTexts.exportHint(total)}</Menu.Label>
        {formats.map((format) => {
          const Icon = icons[format];
          return (
            <Menu.Item
              key={format}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => save(format)}
            >
              {peopleTexts.exportAs[format]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
