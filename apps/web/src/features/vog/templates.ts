/** The mails whose texts the club chooses, by the names of the API. */
export const vogTemplates = [
  'template_new',
  'template_renewal',
  'reminder_template_new',
  'reminder_template_renewal',
] as const;

export type VogTemplate = (typeof vogTemplates)[number];
