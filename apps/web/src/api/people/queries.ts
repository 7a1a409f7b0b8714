import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { take } from '../client';
import { keys } from '../keys';
import type { ContactEntry } from '../types';
import { type PeopleQuery, wire } from './wire';

export const peopleQuery = (query: PeopleQuery) =>
  queryOptions({
    queryKey: keys.people.list(query),
    queryFn: ({ signal }) => take(wire.list(query, signal)),
    placeholderData: keepPreviousData,
  });

/** What the list can be narrowed to, with how many people there are of each. */
export const filterOptionsQuery = (include_former: PeopleQuery['include_former']) =>
  queryOptions({
    queryKey: keys.people.filterOptions(include_former),
    queryFn: ({ signal }) => take(wire.filterOptions(include_former, signal)),
  });

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: keys.person.one(id),
    queryFn: ({ signal }) => take(wire.show(id, signal)),
  });

const most = 100;

/** What the page tells of somebody's relatives beyond their names. */
export interface Relative {
  id: number;
  birthdate: string;
  former: boolean;
  deceased: boolean;
  contacts: ContactEntry[];
}

/** All relatives of a person in one question. */
export const relativesQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: keys.relatives.of(ids),
    queryFn: async ({ signal }): Promise<Relative[]> => {
      const fields = 'id,acf.birthdate,acf.former_member,acf.is_deceased,acf.contact_info';
      const people = await take(wire.some(ids.slice(0, most), fields, signal));
      return people.map(({ id, acf }) => ({
        id,
        birthdate: acf.birthdate,
        former: acf.former_member,
        deceased: acf.is_deceased,
        contacts: acf.contact_info,
      }));
    },
  });
