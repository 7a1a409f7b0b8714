import { fieldLabel } from '@/features/shell/conflict-words';
import { changesTexts as texts } from '@/texts/audit';

const labels: Partial<Record<string, string>> = {
  photo: texts.photo,
  person_label: texts.labels,
  _assigned_workspaces: texts.workspaces,
  _visibility: texts.visibility,
  administered: texts.administered,
  ...texts.vog,
};

/** What a field is called that the log or the changes of a person name. */
export const changedField = (field: string): string => labels[field] ?? fieldLabel(field);
