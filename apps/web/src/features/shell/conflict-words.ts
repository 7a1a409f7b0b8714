import { plainContent } from '@/api/groups/rendered';
import { formatDate, formatPeriod } from '@/lib/dates';
import { conflictTexts as texts } from '@/texts/conflict';
import { contactTexts } from '@/texts/contact';
import { groupTexts } from '@/texts/groups';
import { personTexts } from '@/texts/person';
import { shiftTexts } from '@/texts/shifts';
import { activityTypeTexts, timelineTexts } from '@/texts/timeline';
import { todoTexts } from '@/texts/todos';

const labels: Readonly<Record<string, string>> = {
  ...personTexts.identity,
  'datum-overlijden': personTexts.identity.deathDate,
  ...personTexts.membership,
  'datum-vog': personTexts.vog.title,
  contact_info: contactTexts.title,
  addresses: personTexts.addresses.title,
  work_history: personTexts.history.title,
  relationships: personTexts.relations.title,
  name: groupTexts.name,
  website: groupTexts.details.website,
  description: groupTexts.details.description,
  parent: groupTexts.kinds.teams.partOf,
  content: texts.content,
  notes: todoTexts.notes,
  activity_type: timelineTexts.type,
  activity_date: timelineTexts.date,
  activity_time: timelineTexts.time,
  visibility: texts.visibility,
  due_date: todoTexts.due,
  assignee_id: todoTexts.assignee,
  status: texts.status,
  title: shiftTexts.form.title,
  place: shiftTexts.form.place,
  date: shiftTexts.form.date,
  start: shiftTexts.form.start,
  end: shiftTexts.form.end,
  capacity: shiftTexts.form.capacity,
  published: shiftTexts.form.published,
};

/** What the page calls a field. */
export const fieldLabel = (field: string): string => labels[field] ?? field;

/** Those that hold HTML. */
const rich = new Set(['description', 'content', 'notes']);

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gender: personTexts.genders,
  _visibility: personTexts.visibilities,
  activity_type: activityTypeTexts,
  visibility: { private: timelineTexts.privateNote, shared: timelineTexts.shared },
  status: { ...todoTexts.statuses, cancelled: shiftTexts.statuses.cancelled },
};

type Row = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const rows: Readonly<Record<string, (row: Row, names: Names) => readonly string[]>> = {
  contact_info: ({ contact_type, contact_label, contact_value }) => [
    contactTypes[text(contact_type)] ?? text(contact_type),
    text(contact_value),
    text(contact_label),
  ],
  addresses: ({ address_label, street, postal_code, city, country }) =>
    [address_label, street, `${text(postal_code)} ${text(city)}`, country].map(text),
  work_history: ({ team, description, job_title, start_date, end_date }, names) => [
    (typeof team === 'number' && names?.get(team)) || text(description),
    text(job_title),
    formatPeriod(text(start_date), text(end_date)),
  ],
  relationships: ({ related_person, person_name, relationship_name, relationship_label }) => [
    text(person_name) || (typeof related_person === 'number' ? texts.person(related_person) : ''),
    text(relationship_name),
    text(relationship_label),
  ],
};

const contactTypes: Readonly<Record<string, string>> = {
  ...groupTexts.contactTypes,
  ...personTexts.contactTypes,
};

type Names = ReadonlyMap<number, string> | undefined;

/** A field, or a row of a list, in one line. */
export function inWords(field: string, value: unknown, names?: Names): string {
  if (value === undefined) return texts.removed;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number' && field === 'assignee_id') {
    return value === 0 ? texts.author : texts.user(value);
  }
  if (typeof value === 'number' && field === 'capacity') return String(value);
  if (typeof value === 'number') return (value !== 0 && names?.get(value)) || texts.empty;
  if (typeof value === 'string') {
    if (rich.has(field)) return plainContent(value) || texts.empty;
    const word = words[field]?.[value];
    return word ?? (/^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value || texts.empty);
  }
  const parts = rows[field]?.(value as Row, names) ?? [JSON.stringify(value)];
  return parts.filter((part) => part !== '').join(' · ') || texts.empty;
}
