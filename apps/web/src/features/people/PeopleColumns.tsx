import { notifications } from '@mantine/notifications';

import { usePreferences, useSavePreferences } from '@/api/preferences';
import type { PreferencesPatch } from '@/api/types';
import ColumnChoice from '@/components/table/ColumnChoice';
import { describeError } from '@/lib/describe-error';
import { peopleTexts } from '@/texts/people';
import { tableTexts } from '@/texts/table';

import { ColumnButton } from './ColumnButton';
import { chosenColumns, columnIds } from './columns';

const all = columnIds.map((id) => ({ id, label: peopleTexts.columnNames[id] }));

/** The columns of the people list; they are kept with the user. */
export default function PeopleColumns() {
  const { people, density } = usePreferences();
  const save = useSavePreferences();
  const keep = (patch: PreferencesPatch) =>
    save(patch, {
      onError: (error) =>
        notifications.show({
          color: 'red',
          title: tableTexts.notSaved,
          message: describeError(error).message,
        }),
    });
  return (
    <ColumnChoice
      target={<ColumnButton />}
      all={all}
      columns={chosenColumns(people.columns)}
      widths={people.widths}
      density={density}
      onChange={(change) => keep({ people: change })}
      onDensity={(chosen) => keep({ density: chosen })}
    />
  );
}
