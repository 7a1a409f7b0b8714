import type { AuditEntry } from '@/api/types';
import { fieldLabel } from '@/features/shell/conflict-words';
import { auditTexts as texts } from '@/texts/audit';

/** What an object is called: by its name, or by what it is. */
export function objectName(object: string, name: string): string {
  const [noun = '', id = ''] = object.split(':');
  return name || texts.object(noun, id);
}

/** Who did it: a user, somebody who is not signed in, or the program itself. */
export function actorName({ actor_name, way }: AuditEntry): string {
  if (actor_name !== '') return actor_name;
  return way === 'visitor' ? texts.nobody : texts.clubhuis;
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (Array.isArray(value))
    return value.length === 0 ? texts.nothing : value.map(inWords).join(', ');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return JSON.stringify(value);
}

/** What else an entry tells, a part for each value: what became of it, or what it is. */
export function details({ fields, before, after }: AuditEntry): string[] {
  const told = Object.entries(after ?? {}).map(([name, value]) => {
    const is = inWords(value);
    const text = before == null ? is : texts.becomes(inWords(before[name]), is);
    return `${texts.value(name)}: ${text}`;
  });
  return fields.length === 0 ? told : [texts.fields(fields.map(fieldLabel).join(', ')), ...told];
}
