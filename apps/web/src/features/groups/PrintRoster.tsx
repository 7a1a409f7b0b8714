import type { Group } from '@/api/groups/wire';
import type { ContactEntry, Roster } from '@/api/types';
import { contactText, firstContact } from '@/components/contact';
import { PrintSheet } from '@/components/print/PrintSheet';
import { isOfParents } from '@/components/reach/reach';
import { ageOn, formatDate, isoDay } from '@/lib/dates';
import { groupTexts } from '@/texts/groups';
import { personTexts } from '@/texts/person';

import { blocks } from './blocks';
import { gather, type Player } from './roster';

const texts = groupTexts.roster;

interface PrintRosterProps {
  group: Group;
  roster: Roster;
  onDone: () => void;
}

/** The sheet that a trainer takes along: everybody, how old they are, and whom to call; of children the parents. */
export default function PrintRoster({ group, roster, onDone }: PrintRosterProps) {
  const here = blocks[group.kind]
    .map(({ role, title }) => ({
      role,
      title,
      people: gather(roster.current.filter((entry) => entry.role === role)),
    }))
    .filter(({ people }) => people.length > 0);
  return (
    <PrintSheet title={group.name} about={formatDate(isoDay(new Date()))} onDone={onDone}>
      {here.map(({ role, title, people }) => (
        <section key={role}>
          <h2>
            {title} ({people.length})
          </h2>
          <table>
            <thead>
              <tr>
                <th scope="col">{groupTexts.name}</th>
                <th scope="col">{texts.title}</th>
                <th scope="col">{texts.age}</th>
                <th scope="col">{texts.phone}</th>
                {role === 'player' && <th scope="col">{texts.parents}</th>}
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.id}>
                  <th scope="row">{person.name === '' ? personTexts.unnamed : person.name}</th>
                  <td>{person.titles.filter(Boolean).join(', ')}</td>
                  <td>{ageOn(person.birthdate, new Date())}</td>
                  <td>{phoneOf(own(person))}</td>
                  {role === 'player' && (
                    <td>
                      {person.parents.map(({ id, name, contact_info }) => (
                        <div key={id}>
                          {[name, phoneOf(contact_info)].filter(Boolean).join(' ')}
                        </div>
                      ))}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </PrintSheet>
  );
}

const phoneOf = (contacts: readonly ContactEntry[]): string => {
  const entry = firstContact(contacts, 'mobile', 'phone');
  return entry === undefined ? '' : contactText(entry);
};

/** Without what stands at the parents. */
const own = ({ contact_info, parents }: Player): ContactEntry[] =>
  contact_info.filter(
    (entry) =>
      !isOfParents(
        entry,
        parents.map((parent) => parent.contact_info),
      ),
  );
