import type { PersonChange } from '@/api/types';
import { inWords } from '@/features/shell/conflict-words';
import { changesTexts as texts } from '@/texts/audit';

import { changedField } from './changed-field';

type FieldChange = PersonChange['fields'][number];

interface Row {
  name?: unknown;
  id?: unknown;
  team?: unknown;
  team_name?: unknown;
}

/** A row that went or came, in one line. */
function rowInWords(field: string, row: unknown): string {
  if (typeof row !== 'object' || row === null) return inWords(field, row ?? '');
  const { name, id, team, team_name } = row as Row;
  if (field === 'person_label' || field === '_assigned_workspaces') {
    if (typeof name === 'string' && name !== '') return name;
    return field === 'person_label' ? texts.goneLabel : texts.workspace(Number(id));
  }
  const named = typeof team === 'number' && typeof team_name === 'string' && team_name !== '';
  return inWords(field, row, named ? new Map([[team, team_name]]) : undefined);
}

function lines(field: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  return (Array.isArray(value) ? value : [value]).map((row) => rowInWords(field, row));
}

/** What became of a field: what went and what came, a line for each. */
export function changeLines({ field, from, to }: FieldChange): {
  label: string;
  gone: string[];
  come: string[];
} {
  const label = changedField(field);
  if (field === 'photo') {
    if (to == null) return { label, gone: [], come: [texts.photoRemoved] };
    return { label, gone: [], come: [from == null ? texts.photoAdded : texts.photoReplaced] };
  }
  return { label, gone: lines(field, from), come: lines(field, to) };
}
