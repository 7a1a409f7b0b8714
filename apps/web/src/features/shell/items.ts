import {
  IconSettings,
  IconShirtSport,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';

import type { Me } from '@/api/types';
import { shellTexts } from '@/texts/shell';

export interface NavigationItem {
  label: string;
  to: NonNullable<LinkProps['to']>;
  icon: Icon;
  /** The capability of §5.4 that opens this part; without it, everyone who is signed in may enter. */
  capability?: string;
}

/** The menu, in order. A new part of Clubhuis is a row here: it hides the item and guards its addresses alike. */
const items: readonly NavigationItem[] = [
  { label: shellTexts.people, to: '/leden', icon: IconUsers },
  { label: shellTexts.teams, to: '/teams', icon: IconShirtSport },
  { label: shellTexts.committees, to: '/commissies', icon: IconUsersGroup },
  { label: shellTexts.settings, to: '/instellingen', icon: IconSettings },
];

const mayEnter = (me: Me, { capability }: NavigationItem) =>
  capability === undefined || me.is_admin || me.capabilities.includes(capability);

export const navigationFor = (me: Me) => items.filter((item) => mayEnter(me, item));

/** Whether the user may open an address; an address outside the menu is for everyone who is signed in. */
export function mayOpen(me: Me, pathname: string): boolean {
  const item = items.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return item === undefined || mayEnter(me, item);
}
