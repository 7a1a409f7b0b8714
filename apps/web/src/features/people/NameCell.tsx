import type { PersonRow } from '@/api/types';
import { FormerBadge } from '@/components/FormerBadge';
import type { Density } from '@/components/table/Table';
import { PersonAvatar } from '@/features/person/PersonAvatar';

import classes from './NameCell.module.css';
import { PersonLink } from './PersonLink';
import type { PeopleSearch } from './search';

interface NameCellProps {
  person: PersonRow;
  search: PeopleSearch;
  density: Density;
}

export function NameCell({ person, search, density }: NameCellProps) {
  return (
    <span className={classes.cell}>
      <PersonAvatar person={person} size={density === 'roomy' ? 36 : 28} />
      <PersonLink person={person} search={search} className={classes.link} />
      {person.former_member && <FormerBadge />}
    </span>
  );
}
