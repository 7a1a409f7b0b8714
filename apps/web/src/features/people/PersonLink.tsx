import { Link } from '@tanstack/react-router';

import type { PersonRow } from '@/api/types';
import { commonTexts } from '@/texts/common';

import classes from './PersonLink.module.css';
import type { PeopleSearch } from './search';

interface PersonLinkProps {
  person: PersonRow;
  search: PeopleSearch;
  className?: string;
}

/** The name as the link of a whole row, which is one stop for the keyboard. What the list is sorted by stands out in it. */
export function PersonLink({ person, search, className }: PersonLinkProps) {
  return (
    <Link
      to="/leden/$personId"
      params={{ personId: person.id }}
      state={{ peopleSearch: search }}
      // Passing over a list with the mouse must not load everyone in it.
      preload={false}
      className={[classes.link, className].join(' ')}
      data-row-link
    >
      {person.name === '' ? (
        commonTexts.unnamed
      ) : search.sort === 'first_name' ? (
        <>
          <b>{person.first_name}</b> {rest(person.infix, person.last_name)}
        </>
      ) : (
        <>
          {rest(person.first_name, person.infix)} <b>{person.last_name}</b>
        </>
      )}
    </Link>
  );
}

const rest = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
