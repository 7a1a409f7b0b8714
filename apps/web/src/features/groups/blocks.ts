import { IconShirtSport, IconUsers, IconUserStar, type Icon } from '@tabler/icons-react';

import type { GroupKind } from '@/api/groups/wire';
import type { RosterEntry } from '@/api/types';
import { groupTexts } from '@/texts/groups';

const texts = groupTexts.roster;

/** Those of a group who do the same there. */
export interface Block {
  role: RosterEntry['role'];
  title: string;
  icon: Icon;
  empty: string;
}

/** Who leads it comes first. */
export const blocks: Record<GroupKind, readonly Block[]> = {
  teams: [
    { role: 'staff', title: groupTexts.staff, icon: IconUserStar, empty: texts.noStaff },
    { role: 'player', title: groupTexts.players, icon: IconShirtSport, empty: texts.noPlayers },
  ],
  commissies: [
    { role: 'member', title: groupTexts.members, icon: IconUsers, empty: texts.noMembers },
  ],
};
