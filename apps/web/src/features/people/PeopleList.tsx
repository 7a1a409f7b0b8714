import { useMediaQuery } from '@mantine/hooks';

import { PeopleCards } from './PeopleCards';
import { PeopleTable } from './PeopleTable';
import type { PeopleListProps } from './view';

export function PeopleList(props: PeopleListProps) {
  // Known before the first paint: this page is never rendered on a server.
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return narrow ? <PeopleCards {...props} /> : <PeopleTable {...props} />;
}
