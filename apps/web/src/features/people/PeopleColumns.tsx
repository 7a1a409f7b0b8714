import { notifications } from '@mantine/notifications';

import { usePreferences, useSavePreferences } from '@/api/preferences';
import type { PreferencesPatch } from '@/api/types';
import ColumnChoice from '@/components/table/ColumnChoice';
import { describeError } from '@/lib/describe-error';
import { noteTold } from '@/lib/notify-failure';
import { peopleTexts } from '@/texts/people';
import { tableTexts } from '@/texts/table';

import { ColumnButton } from './ColumnButton';
import { columnIds } from './columns';
import { useColumns, useSaveColumns } from './use-columns';
import type { PeopleViewProps } from './view';

const all = columnIds.map((id) => ({ id, label: peopleTexts.columnNames[id] }));

/** The columns of the people list; they are kept with the user, or with the open view. */
export default function PeopleColumns({ search }: Pick<PeopleViewProps, 'search'>) {
  const { people, density } = usePreferences();
  const columns = useColumns(search);
  const saveColumns = useSaveColumns(search);
  const save = useSavePreferences();
  const failure = {
    onError: (error: Error) => {
      noteTold(error);
      notifications.show({
        color: 'red',
        title: tableTexts.notSaved,
        message: describeError(error).message,
      });
    },
  };
  const keep = (patch: PreferencesPatch) => save(patch, failure);
  return (
    <ColumnChoice
      target={<ColumnButton />}
      all={all}
      columns={columns}
      widths={people.widths}
      density={density}
      onChange={({ columns: chosen, widths }) => {
        if (chosen !== undefined) saveColumns(chosen, failure);
        if (widths !== undefined) keep({ people: { widths } });
      }}
      onDensity={(chosen) => keep({ density: chosen })}
    />
  );
}
