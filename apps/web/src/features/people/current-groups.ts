import type { PersonRow, WorkEntry } from '@/api/types';

/** The teams and committees that somebody is in now. */
export const currentGroups = ({ acf }: PersonRow): WorkEntry[] =>
  acf.work_history.filter(({ is_current, team }) => is_current && team !== 0);
