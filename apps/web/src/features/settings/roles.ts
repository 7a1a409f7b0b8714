import { userTexts } from '@/texts/settings-admin';

/** What members call a role. */
export const roleName = (role: string): string => userTexts.roleNames[role] ?? role;

/** All roles that can be given by hand. */
export const roleOptions = (): { value: string; label: string }[] =>
  Object.entries(userTexts.roleNames).map(([value, label]) => ({ value, label }));

/** The short name of a role, by which functions bring it. */
export const shortRole = (role: string): string =>
  role === 'administrator' ? 'admin' : role.replace(/^club_/, '');

/** All roles that a function can bring: that of the synchronization belongs to no member. */
export const functionRoleOptions = (): { value: string; label: string }[] =>
  roleOptions()
    .filter(({ value }) => value !== 'club_synchronisatie')
    .map(({ value, label }) => ({ value: shortRole(value), label }));
