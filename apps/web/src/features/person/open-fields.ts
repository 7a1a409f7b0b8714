import { administersMembers, can, type Rights } from '@/api/capabilities';
import type { PersonFields } from '@/api/types';

/** Fields of somebody that not everybody who may edit the rest may change. */
export type GuardedField =
  'infix' | 'birthdate' | 'type-lid' | 'datum-vog' | 'financiele-blokkade' | 'helpdesk-id';

/**
 * Which of them are open to a user on this page. What goes back to the federation is kept by its section and by who administers
 * members; what comes from there is open for people whom the federation does not know alone.
 */
export function isOpen(
  field: GuardedField,
  me: Rights | null | undefined,
  acf: Pick<PersonFields, 'assoc-id'>,
): boolean {
  const unknown = acf['assoc-id'] === '';
  switch (field) {
    case 'infix':
    case 'birthdate':
      return unknown;
    case 'type-lid':
      return unknown && administersMembers(me);
    case 'helpdesk-id':
      return administersMembers(me);
    case 'datum-vog':
      return administersMembers(me) || (me != null && can(me, 'vog'));
    case 'financiele-blokkade':
      return administersMembers(me) || (me != null && can(me, 'financieel'));
  }
}
