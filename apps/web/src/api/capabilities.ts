import type { Me } from '@/api/types';

const memberAdministration = ['ledenadministratie', 'synchronisatie'];

/** Whether the user keeps what the federation holds of members, and vouches for records. */
export const administersMembers = (me: Pick<Me, 'is_admin' | 'capabilities'> | null | undefined) =>
  me != null &&
  (me.is_admin || me.capabilities.some((capability) => memberAdministration.includes(capability)));
