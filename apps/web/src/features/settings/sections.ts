import {
  IconArchive,
  IconBriefcase,
  IconBell,
  IconBuilding,
  IconCalendar,
  IconCoinEuro,
  IconCopy,
  IconFileImport,
  IconHierarchy3,
  IconInfoCircle,
  IconMail,
  IconMailFast,
  IconPlugConnected,
  IconSearch,
  IconKey,
  IconListDetails,
  IconShieldLock,
  IconTag,
  IconTrash,
  IconUserCog,
  IconUserStar,
  type Icon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';

import { can, type Capability, type Rights } from '@/api/capabilities';
import { notificationTexts } from '@/texts/notifications';
import { settingsTexts } from '@/texts/settings';

export interface SettingsPage {
  label: string;
  to: NonNullable<LinkProps['to']>;
  icon: Icon;
  /** The right that opens it; without it, everyone who is signed in may. */
  capability?: Capability;
}

export interface SettingsSection {
  label: string;
  pages: readonly SettingsPage[];
}

const { sections, pages } = settingsTexts;

/** What is arranged for everybody is the administrators'. */
const capability: Capability = 'manage_options';

/** What is one's own, what is the club's, and what keeps Clubhuis running. A new page is a row here and a route beside the others. */
const all: readonly SettingsSection[] = [
  {
    label: sections.account,
    pages: [
      { label: pages.security, to: '/instellingen/beveiliging', icon: IconShieldLock },
      { label: notificationTexts.title, to: '/instellingen/meldingen', icon: IconBell },
      { label: pages.calendar, to: '/instellingen/agenda', icon: IconCalendar },
      { label: pages.info, to: '/instellingen/info', icon: IconInfoCircle },
    ],
  },
  {
    label: sections.club,
    pages: [
      { label: pages.club, to: '/instellingen/club', icon: IconBuilding, capability },
      { label: pages.labels, to: '/instellingen/labels', icon: IconTag, capability },
      {
        label: pages.relationshipTypes,
        to: '/instellingen/relatietypen',
        icon: IconHierarchy3,
        capability,
      },
      {
        label: pages.volunteers,
        to: '/instellingen/vrijwilligers',
        icon: IconUserStar,
        capability,
      },
      { label: pages.search, to: '/instellingen/zoeken', icon: IconSearch, capability },
      {
        label: pages.finance,
        to: '/instellingen/financien',
        icon: IconCoinEuro,
        capability: 'financieel',
      },
      { label: pages.trash, to: '/instellingen/prullenbak', icon: IconTrash },
      {
        label: pages.keep,
        to: '/instellingen/bewaren',
        icon: IconArchive,
        capability: 'ledenadministratie',
      },
    ],
  },
  {
    label: sections.administration,
    pages: [
      {
        label: pages.users,
        to: '/instellingen/gebruikers',
        icon: IconUserCog,
        capability: 'toegangscontrole',
      },
      { label: pages.functions, to: '/instellingen/functies', icon: IconBriefcase, capability },
      { label: pages.rights, to: '/instellingen/rechten', icon: IconKey, capability },
      {
        label: pages.programs,
        to: '/instellingen/programmas',
        icon: IconPlugConnected,
        capability,
      },
      {
        label: pages.imports,
        to: '/instellingen/importeren',
        icon: IconFileImport,
        capability: 'ledenadministratie',
      },
      {
        label: pages.duplicates,
        to: '/instellingen/dubbelen',
        icon: IconCopy,
        capability: 'ledenadministratie',
      },
      { label: pages.mail, to: '/instellingen/mail', icon: IconMail, capability },
      { label: pages.reminders, to: '/instellingen/herinneringen', icon: IconMailFast, capability },
      { label: pages.log, to: '/instellingen/logboek', icon: IconListDetails, capability },
    ],
  },
];

/** The settings that a user may open. */
export const sectionsFor = (me: Rights): SettingsSection[] =>
  all
    .map(({ label, pages: list }) => ({
      label,
      pages: list.filter((page) => page.capability === undefined || can(me, page.capability)),
    }))
    .filter(({ pages: list }) => list.length > 0);

/** Whether an address is a page of the settings, for whomever. */
export const isSettingsPage = (pathname: string): boolean =>
  all.some(({ pages: list }) => list.some(({ to }) => to === pathname));
