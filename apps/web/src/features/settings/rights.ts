import type { CapabilityMatrix } from '@/api/types';

type Matrix = CapabilityMatrix['matrix'];

/** The rights of each role, as a form holds them: the administrator's are not asked for. */
export type ChosenRights = Record<string, string[]>;

export const fixedRole = 'administrator';

export const chosenRights = ({ roles, capabilities, matrix }: CapabilityMatrix): ChosenRights =>
  Object.fromEntries(
    roles
      .filter(({ name }) => name !== fixedRole)
      .map((role) => [
        role.name,
        capabilities.map(({ name }) => name).filter((name) => matrix[role.name]?.[name]),
      ]),
  );

/** What was decided otherwise: what nobody touched may be decided by somebody else meanwhile. */
export function decidedRights(before: ChosenRights, after: ChosenRights): Matrix {
  const decided: Matrix = {};
  for (const [role, rights] of Object.entries(after)) {
    const had = before[role] ?? [];
    const row = Object.fromEntries([
      ...rights.filter((right) => !had.includes(right)).map((right) => [right, true] as const),
      ...had.filter((right) => !rights.includes(right)).map((right) => [right, false] as const),
    ]);
    if (Object.keys(row).length > 0) decided[role] = row;
  }
  return decided;
}

/** The rights by which somebody reads and changes everybody. */
const wideRights = ['ledenadministratie', 'synchronisatie'];

/** Whether a right is given to the role that every user has, and opens all people by it. */
export const opensAll = (chosen: ChosenRights, right: string): boolean =>
  wideRights.includes(right) && (chosen.club_user?.includes(right) ?? false);
