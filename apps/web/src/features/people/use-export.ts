import { notifications } from '@mantine/notifications';

import type { PeopleSelection } from '@/api/people/bulk';
import { useExportPeople } from '@/api/people/mutations';
import type { ExportFormat } from '@/api/people/wire';
import { describeError } from '@/lib/describe-error';
import { peopleTexts } from '@/texts/people';

import { type ColumnId, exportColumns } from './columns';
import { orderOf, type PeopleSearch } from './search';

/** Saves people as a file, with the columns of the list and in its order. */
export function useExport() {
  const exporting = useExportPeople();
  const save = (
    who: PeopleSelection,
    search: PeopleSearch,
    columns: readonly ColumnId[],
    format: ExportFormat,
  ) => {
    const people = 'ids' in who ? { include: [...who.ids], include_former: '1' as const } : who.filter;
    exporting.mutate(
      { ...people, ...orderOf(search), format, columns: exportColumns(columns) },
      {
        onError: (error) =>
          notifications.show({
            color: 'red',
            title: peopleTexts.exportFailed,
            message: describeError(error).message,
          }),
      },
    );
  };
  return { save, isPending: exporting.isPending };
}
