import type { LinkProps } from '@tanstack/react-router';

import { can, type Capability, type Rights } from '@/api/capabilities';
import type { FrameIconName } from '@/components/icons/FrameIcon';
import { shellTexts } from '@/texts/shell';

export interface NavigationItem {
  label: string;
  to: NonNullable<LinkProps['to']>;
  icon: FrameIconName;
  /** The right that opens this part; without it, everyone who is signed in may enter. */
  capability?: Capability;
  /** Who has a role-based dashboard may enter without that right, too. */
  dashboard?: true;
}

export interface NavigationGroup {
  /** Stands above the items; a group without one is set apart by a line alone. */
  label?: string;
  items: readonly NavigationItem[];
}

/**
 * The menu, in order: a group for each area of the contract, and last what is about Clubhuis itself. A new part is a row
 * here: it hides the item and guards its addresses alike.
 */
export const navigation: readonly NavigationGroup[] = [
  {
    label: shellTexts.groups.club,
    items: [
      { label: shellTexts.dashboard, to: '/', icon: 'layout-dashboard' },
      { label: shellTexts.people, to: '/leden', icon: 'users' },
      { label: shellTexts.teams, to: '/teams', icon: 'shirt-sport' },
      {
        label: shellTexts.training,
        to: '/trainingsschema',
        icon: 'ball-football',
        capability: 'teams',
        dashboard: true,
      },
      { label: shellTexts.committees, to: '/commissies', icon: 'users-group' },
      { label: shellTexts.todos, to: '/taken', icon: 'checklist' },
      { label: shellTexts.workspaces, to: '/werkruimtes', icon: 'users-plus' },
      {
        label: shellTexts.anniversaries,
        to: '/jubilarissen',
        icon: 'confetti',
        capability: 'jubilarissen',
      },
    ],
  },
  {
    label: shellTexts.groups.volunteers,
    items: [
      { label: shellTexts.shifts, to: '/diensten', icon: 'calendar-user' },
      { label: shellTexts.vog, to: '/vog', icon: 'certificate', capability: 'vog' },
    ],
  },
  {
    label: shellTexts.groups.discipline,
    items: [{ label: shellTexts.cases, to: '/tuchtzaken', icon: 'gavel', capability: 'fairplay' }],
  },
  {
    label: shellTexts.groups.money,
    items: [
      { label: shellTexts.fees, to: '/contributie', icon: 'coin-euro', capability: 'financieel' },
      {
        label: shellTexts.invoices,
        to: '/facturen',
        icon: 'file-euro',
        capability: 'financieel',
      },
    ],
  },
  {
    items: [
      { label: shellTexts.feedback, to: '/feedback', icon: 'message-report' },
      { label: shellTexts.settings, to: '/instellingen', icon: 'settings' },
    ],
  },
];

const mayEnter = (me: Rights, { capability, dashboard }: NavigationItem) =>
  capability === undefined ||
  can(me, capability) ||
  (dashboard === true && me.can_access_dashboard === true);

/** The groups with what the user may open; one with nothing left is not shown. */
export const navigationFor = (me: Rights, all = navigation): NavigationGroup[] =>
  all
    .map((group) => ({ ...group, items: group.items.filter((item) => mayEnter(me, item)) }))
    .filter(({ items }) => items.length > 0);

/** Whether the user may open an address; an address outside the menu is for everyone who is signed in. */
export function mayOpen(me: Rights, pathname: string, all = navigation): boolean {
  const item = all
    .flatMap(({ items }) => items)
    .find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return item === undefined || mayEnter(me, item);
}
