import type { AuditEntry } from '@/api/types';
import { changedField } from '@/features/person/changed-field';
import { auditTexts as texts } from '@/texts/audit';
import { refusalReason, refusedDeed } from '@/texts/refusals';
import { workspaceTexts } from '@/texts/workspaces';

import { roleName } from './roles';

/** What an object is called: by its name, or by what it is. */
export function objectName(object: string, name: string): string {
  const [noun = '', id = ''] = object.split(':');
  if (noun === 'settings') return texts.setting(name);
  if (noun === 'operation') return texts.refused(refusedDeed(name), id);
  return name || texts.object(noun, id);
}

/** Who did it: a user, who signs in, somebody who is not signed in, or the program itself. */
export function actorName({ actor_name, kind, object, object_name, way }: AuditEntry): string {
  if (actor_name !== '') return actor_name;
  if (kind === 'signed-in') return objectName(object, object_name);
  return way === 'visitor' ? texts.nobody : texts.clubhuis;
}

/** The names of what the log has numbers of. */
export interface LogNames {
  users: ReadonlyMap<number, string>;
  workspaces: ReadonlyMap<number, string>;
}

/** How many of a list can be read at a glance. */
const readable = 8;

const workspaceRole = (role: string): string =>
  (workspaceTexts.roles as Partial<Record<string, string>>)[role] ?? role;

const words = (key: string, value: string): string => {
  if (key === 'role') return workspaceRole(value);
  if (key === 'code') return refusalReason(value);
  if (key === 'permission') return texts.mayEdit[value] ?? value;
  return roleName(value);
};

/** The values that are the number of a user. */
const userKeys = new Set(['user', 'author', 'reassigned_to']);

function inWords(key: string, value: unknown, names: LogNames): string {
  if (key === 'role' && value === '') return workspaceTexts.roles[''];
  if (value === null || value === undefined || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (Array.isArray(value)) {
    if (value.length === 0) return texts.nothing;
    if (value.length > readable) return texts.many(value.length);
    return value.map((one) => inWords(key, one, names)).join(', ');
  }
  if (typeof value === 'number') {
    if (userKeys.has(key)) return names.users.get(value) ?? String(value);
    if (key === 'workspaces') return names.workspaces.get(value) ?? String(value);
    return String(value);
  }
  return typeof value === 'string' ? words(key, value) : JSON.stringify(value);
}

/** A right of a role, as the matrix tells it, or a value by its name. */
function valueName(kind: AuditEntry['kind'], name: string): string {
  if (kind !== 'matrix-changed') return texts.value(name);
  const [role = '', right = ''] = name.split('.');
  return `${roleName(role)}, ${right}`;
}

/** What else an entry tells, a part for each value: what became of it, or what it is. */
export function details({ kind, fields, before, after }: AuditEntry, names: LogNames): string[] {
  const told = Object.entries(after ?? {}).map(([name, value]) => {
    const is = inWords(name, value, names);
    const changed = before != null && name in before;
    const text = changed ? texts.becomes(inWords(name, before[name], names), is) : is;
    return `${valueName(kind, name)}: ${text}`;
  });
  return fields.length === 0 ? told : [texts.fields(fields.map(changedField).join(', ')), ...told];
}
