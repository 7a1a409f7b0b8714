import type { GroupNames } from '@/api/groups/names';
import type { ContactType, PersonRow } from '@/api/types';
import { contactHref, firstContact } from '@/components/contact';
import { FrameIcon } from '@/components/icons/FrameIcon';
import { FormerBadge } from '@/components/FormerBadge';
import { PersonAvatar } from '@/features/person/PersonAvatar';
import { peopleTexts } from '@/texts/people';
import { selectionTexts } from '@/texts/people-selection';

import { ageOf, groupsOf } from './cells';
import classes from './PersonLine.module.css';
import { PersonLink } from './PersonLink';
import type { PeopleSearch } from './search';
import type { Selection } from './use-selection';

interface PersonLineProps {
  person: PersonRow;
  groups: GroupNames | undefined;
  search: PeopleSearch;
  selection: Selection;
}

/** Somebody on a phone: who, in which team, and the two ways to reach them. The picture is the tick box. */
export function PersonLine({ person, groups, search, selection }: PersonLineProps) {
  const age = ageOf(person);
  const about = [groupsOf(person, groups), age === undefined ? '' : peopleTexts.years(age)];
  const selected = selection.has(person.id);
  return (
    <>
      <label className={classes.picture} data-selected={selected || undefined}>
        <input
          type="checkbox"
          aria-label={selectionTexts.select(person.name)}
          checked={selected}
          onChange={() => selection.toggle(person, false)}
        />
        <PersonAvatar person={person} size={44} />
      </label>
      <div className={classes.text}>
        <span className={classes.name}>
          <PersonLink person={person} search={search} className={classes.link} />
          {person.former_member && <FormerBadge />}
        </span>
        <span className={classes.about}>{about.filter((part) => part !== '').join(' · ')}</span>
      </div>
      <Reach person={person} types={['mobile', 'phone']} icon="phone" label={peopleTexts.call} />
      <Reach person={person} types={['email', 'email2']} icon="mail" label={peopleTexts.mail} />
    </>
  );
}

interface ReachProps {
  person: PersonRow;
  types: readonly ContactType[];
  icon: 'phone' | 'mail';
  label: (name: string) => string;
}

function Reach({ person, types, icon, label }: ReachProps) {
  const entry = firstContact(person.acf.contact_info, ...types);
  const href = entry && contactHref(entry);
  if (href === undefined) return <span className={classes.noReach} />;
  return (
    <a href={href} className={classes.reach} aria-label={label(person.name)}>
      <FrameIcon name={icon} size={22} />
    </a>
  );
}
