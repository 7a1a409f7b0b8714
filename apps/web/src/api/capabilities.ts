import type { Me } from './types';

/**
 * The rights that open a section (contract §5.4). The OpenAPI document says no more of them than that they are texts, so
 * they stand here once; a test holds them against those of the server.
 */
export const capabilities = [
  'manage_options',
  'financieel',
  'fairplay',
  'toegangscontrole',
  'wedstrijdzaken',
  'jubilarissen',
  'ledenadministratie',
  'vrijwilligers',
  'vog',
  'teams',
  'synchronisatie',
] as const;

export type Capability = (typeof capabilities)[number];

/** What is asked of a user to know what they may. */
export type Rights = Pick<Me, 'is_admin' | 'capabilities'> &
  Partial<Pick<Me, 'can_access_dashboard'>>;

export const can = (me: Rights, ...oneOf: readonly Capability[]): boolean =>
  me.is_admin || oneOf.some((capability) => me.capabilities.includes(capability));

/** Whether the user sees everybody, so that what is counted is all there is. */
export const seesEverybody = (me: Rights | null | undefined): boolean =>
  me != null && can(me, 'ledenadministratie', 'synchronisatie');

/** Whether the user keeps what the federation holds of members, and vouches for records. */
export const administersMembers = (me: Rights | null | undefined): boolean =>
  me != null && can(me, 'ledenadministratie', 'synchronisatie');

/** The same of teams and committees. */
export const administersGroups = (me: Rights | null | undefined): boolean =>
  me != null && can(me, 'teams', 'synchronisatie');

type Reader = (Rights & Pick<Me, 'id'>) | null | undefined;

/** A record, with what its reader may do as far as the server told. */
interface Allowing {
  author: number;
  allowed?: { edit: boolean };
}

/** Whether the user may change all of a person whom they read. */
export const mayEditPerson = (me: Reader, { author, allowed }: Allowing): boolean =>
  allowed?.edit ?? (administersMembers(me) || me?.id === author);

/** The same of a team or a committee. */
export const mayEditGroup = (me: Reader, { author, allowed }: Allowing): boolean =>
  allowed?.edit ?? (administersGroups(me) || me?.id === author);
