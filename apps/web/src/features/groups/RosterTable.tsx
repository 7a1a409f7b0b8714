import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Group } from '@/api/groups/wire';
import { usePreferences } from '@/api/preferences';
import type { ContactEntry, RosterEntry } from '@/api/types';
import { firstContact } from '@/components/contact';
import { ContactLink } from '@/components/ContactLink';
import { useMayEdit } from '@/components/may-edit';
import { isOfParents } from '@/components/reach/reach';
import { Table, type TableColumn } from '@/components/table/Table';
import { useReturnToRow } from '@/components/table/use-return-to-row';
import { PersonAvatar } from '@/features/person/PersonAvatar';
import { vogNews } from '@/features/person/vog';
import { vogColors } from '@/features/person/vog-colors';
import { ageOn } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { groupTexts } from '@/texts/groups';
import { personTexts } from '@/texts/person';

import type { Player } from './roster';
import { RosterActions } from './RosterActions';
import classes from './Roster.module.css';

const texts = groupTexts.roster;

interface RosterTableProps {
  group: Group;
  role: RosterEntry['role'];
  title: string;
  people: readonly Player[];
  /** The keys of the page walk through this one. */
  keyed: boolean;
}

/** The people of a block, and how each is reached. */
export function RosterTable({ group, role, title, people, keyed }: RosterTableProps) {
  const { density } = usePreferences();
  const mayEdit = useMayEdit();
  useReturnToRow();
  const actions = (person: Player) => <RosterActions group={group} role={role} person={person} />;
  return (
    <Table
      label={title}
      rows={people}
      idOf={({ id }) => id}
      name={{ id: 'name', label: groupTexts.name, width: '12rem', cell: nameCell }}
      columns={[
        // Where there is little room, what one does is told of who leads, and the age of who plays.
        { ...age, givesWay: role !== 'player' },
        { ...titleColumn, givesWay: role === 'player' },
        { ...reach, width: role === 'player' ? '20rem' : '12rem' },
        ...(role === 'player' ? [] : [vog]),
        ...(mayEdit
          ? [{ id: 'actions', label: texts.actions, width: '4.5rem', cell: actions }]
          : []),
      ]}
      line={(person) => (
        <span className={classes.line}>
          <span className={classes.lineHead}>
            {nameCell(person)}
            {actions(person)}
          </span>
          <span className={classes.about}>
            {[titlesOf(person), ageText(person)].filter(Boolean).join(' · ')}
            {role !== 'player' && <VogBadge person={person} />}
          </span>
          <Reach person={person} />
        </span>
      )}
      density={density}
      keyed={keyed}
    />
  );
}

function nameCell(person: Player) {
  return (
    <span className={classes.name}>
      <PersonAvatar person={person} size={28} />
      <Link
        to="/leden/$personId"
        params={{ personId: person.id }}
        preload={false}
        className={classes.link}
        data-row-link
      >
        {person.name === '' ? commonTexts.unnamed : person.name}
      </Link>
    </span>
  );
}

const ageOfPlayer = ({ birthdate }: Player) => ageOn(birthdate, new Date());

const ageText = (person: Player): string => {
  const years = ageOfPlayer(person);
  return years === undefined ? '' : personTexts.age(years);
};

const titlesOf = ({ titles }: Player): string => titles.filter(Boolean).join(', ');

const age: TableColumn<Player> = {
  id: 'age',
  label: texts.age,
  width: '5rem',
  number: true,
  cell: ageOfPlayer,
};

const titleColumn: TableColumn<Player> = {
  id: 'title',
  label: texts.title,
  width: '11rem',
  cell: titlesOf,
};

const reach: TableColumn<Player> = {
  id: 'reach',
  label: texts.reach,
  width: '20rem',
  grows: true,
  cell: (person) => <Reach person={person} />,
};

const vog: TableColumn<Player> = {
  id: 'vog',
  label: texts.vog,
  width: '11rem',
  cell: (person) => <VogBadge person={person} />,
};

function VogBadge({ person }: { person: Player }) {
  const state = vogNews(person, new Date());
  if (state === undefined) return null; // none is asked
  return (
    <Badge variant="light" color={vogColors[state]} className={classes.badge}>
      {personTexts.vog.states[state]}
    </Badge>
  );
}

/** The own number, and for a child those of the parents below it. */
function Reach({ person: { contact_info, parents } }: { person: Player }) {
  const theirs = parents.map((parent) => parent.contact_info);
  const own = best(contact_info.filter((entry) => !isOfParents(entry, theirs)));
  return (
    <span className={classes.ways}>
      {own && (
        <span className={classes.way}>
          <ContactLink entry={own} />
        </span>
      )}
      {parents.map(({ id, name, contact_info: theirs }) => {
        const way = best(theirs);
        return (
          <span key={id} className={classes.way}>
            <Link to="/leden/$personId" params={{ personId: id }} preload={false}>
              {name}
            </Link>
            {way && <ContactLink entry={way} />}
          </span>
        );
      })}
    </span>
  );
}

const best = (contacts: readonly ContactEntry[]): ContactEntry | undefined =>
  firstContact(contacts, 'mobile', 'phone', 'email', 'email2');
