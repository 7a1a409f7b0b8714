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

/** Everybody whom a question finds, all pages of them. */
export const everybodyQuery = (query: PeopleQuery) =>
  queryOptions({
    queryKey: keys.people.everybody(query),
    queryFn: async ({ signal }) => {
      const page = (number: number) =>
        take(wire.list({ ...query, page: number, per_page: 100 }, signal));
      const first = await page(1);
      const others = Array.from({ length: Math.max(0, first.total_pages - 1) }, (_, at) => at + 2);
      const pages = [first, ...(await Promise.all(others.map(page)))];
      return pages.flatMap(({ people }) => people);
    },
    // Asked for to be printed, as it is now.
    staleTime: 0,
    gcTime: 0,
  });

/** What the list can be narrowed to, with how many people there are of each. */
export const filterOptionsQuery = (include_former: PeopleQuery['include_former']) =>
  queryOptions({
    queryKey: keys.people.filterOptions(include_former),
    queryFn: ({ signal }) => take(wire.filterOptions(include_former, signal)),
    staleTime: 300_000,
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

/** What some people are called: those whom the user may see. */
export const namesQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: keys.names(ids),
    queryFn: async ({ signal }) => {
      const people = await take(
        wire.some(ids.slice(0, most), 'id,acf.first_name,acf.infix,acf.last_name', signal),
      );
      return people.map(({ id, acf: { first_name, infix, last_name } }) => ({
        id,
        name: [first_name, infix, last_name].filter(Boolean).join(' '),
      }));
    },
    enabled: ids.length > 0,
  });
