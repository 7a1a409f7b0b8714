import type { PeopleSelection } from '@/api/people/wire';

/** Who a change of many people is about, as its dialogs need it. */
export interface BulkTarget {
  who: PeopleSelection;
  /** How many they are. */
  count: number;
  /** What somebody is called, as far as the page knows. */
  nameOf: (id: number) => string | undefined;
  /** Leaves these selected and nobody else. */
  only: (ids: readonly number[]) => void;
}
