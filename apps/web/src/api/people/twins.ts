import { holds } from '@/lib/find';

import { api, take } from '../client';
import { wire } from './wire';

/** Somebody who may be the same as a person that is about to be made. */
export interface Twin {
  id: number;
  name: string;
  birthdate: string;
  /** The teams and committees that they are in now, by the names in their own record. */
  groups: string[];
}

interface Named {
  first_name: string;
  infix: string;
  last_name: string;
  email: string;
}

const nameOf = ({ first_name, infix, last_name }: Omit<Named, 'email'>): string =>
  [first_name, infix, last_name]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

const same = (a: string, b: string): boolean => holds(a, b) && holds(b, a);

const fields = 'id,acf.first_name,acf.infix,acf.last_name,acf.birthdate,acf.work_history';

/** Who has the name of a person that is about to be made, or the first name and the e-mail address. */
export async function findTwins(person: Named): Promise<Twin[]> {
  const name = nameOf(person);
  const email = person.email.trim();
  const [hits, found] = await Promise.all([
    name.length < 2
      ? undefined
      : take(api.GET('/club/v1/search', { params: { query: { q: name } } })),
    email === ''
      ? undefined
      : take(api.GET('/club/v1/people/find-by-email', { params: { query: { email } } })),
  ]);
  const ofEmail = found?.id ?? 0;
  const ids = [...(hits?.people ?? []).map(({ id }) => id), ...(ofEmail === 0 ? [] : [ofEmail])];
  if (ids.length === 0) return [];
  const people = await take(wire.some([...new Set(ids)], fields));
  return people
    .filter(
      ({ id, acf }) =>
        same(nameOf(acf), name) || (id === ofEmail && same(acf.first_name, person.first_name)),
    )
    .map(({ id, acf }) => ({
      id,
      name: nameOf(acf),
      birthdate: acf.birthdate,
      groups: [
        ...new Set(
          acf.work_history
            .filter(({ is_current, team }) => is_current && team !== 0)
            .map(({ description }) => description)
            .filter((group) => group !== ''),
        ),
      ],
    }));
}
