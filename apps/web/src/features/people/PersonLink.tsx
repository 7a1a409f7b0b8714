import { Link } from '@tanstack/react-router';

import type { PersonRow } from '@/api/types';
import { personTexts } from '@/texts/person';

import classes from './PersonLink.module.css';
import type { PeopleSearch } from './search';

/** The class of what the link covers: a row or a card. */
export const coveredByLink = classes.covered;

interface PersonLinkProps {
  person: PersonRow;
  search: PeopleSearch;
}

/** The name as the link of a whole row: the row is its target, so that it is one stop for the keyboard. */
export function PersonLink({ person, search }: PersonLinkProps) {
  return (
    <Link
      to="/leden/$personId"
      params={{ personId: person.id }}
      state={{ peopleSearch: search }}
      // Passing over a list with the mouse must not load everyone in it.
      preload={false}
      className={classes.link}
    >
      {person.name === '' ? personTexts.unnamed : person.name}
    </Link>
  );
}
