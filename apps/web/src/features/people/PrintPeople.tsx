import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useGroupNames } from '@/api/groups/names';
import { everybodyQuery } from '@/api/people/queries';
import type { PeopleQuery } from '@/api/people/wire';
import type { PersonRow } from '@/api/types';
import { PrintSheet } from '@/components/print/PrintSheet';
import { formatDate, isoDay } from '@/lib/dates';
import { describeError } from '@/lib/describe-error';
import { peopleTexts } from '@/texts/people';

import { cells } from './cells';
import type { ColumnId } from './columns';

/** As many columns as a sheet can hold that stands upright. */
const mostUpright = 6;

interface PrintPeopleProps {
  /** These, in the order of the list; or everybody whom a question finds. */
  who: readonly PersonRow[] | PeopleQuery;
  columns: readonly ColumnId[];
  onDone: () => void;
}

/** Prints a list of people, all of its pages, with the columns of the list. */
export default function PrintPeople({ who, columns, onDone }: PrintPeopleProps) {
  const given = 'length' in who ? who : undefined;
  const everybody = useQuery({
    ...everybodyQuery('length' in who ? {} : who),
    enabled: given === undefined,
  });
  const groups = useGroupNames(columns.includes('team'));
  const people = given ?? everybody.data;
  const { error } = everybody;

  useEffect(() => {
    if (error === null) return;
    const { message } = describeError(error);
    notifications.show({ color: 'red', title: peopleTexts.printFailed, message });
    onDone();
  }, [error, onDone]);

  if (people === undefined || (groups === undefined && columns.includes('team'))) return null;
  return (
    <PrintSheet
      title={peopleTexts.title}
      about={`${peopleTexts.count(people.length)} · ${formatDate(isoDay(new Date()))}`}
      landscape={columns.length > mostUpright}
      onDone={onDone}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{peopleTexts.name}</th>
            {columns.map((id) => (
              <th key={id} scope="col">
                {peopleTexts.columnNames[id]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row">{person.name}</th>
              {columns.map((id) => (
                <td key={id} data-column={id}>
                  {cells[id](person, groups)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
