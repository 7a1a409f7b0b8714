import {
  IconBallFootball,
  IconChecklist,
  IconCoinEuro,
  IconConfetti,
  IconCurrencyEuro,
  IconFileEuro,
  IconGavel,
  IconHeartHandshake,
  IconId,
  IconKey,
  IconShieldCheck,
  IconShieldLock,
  IconShirtSport,
  IconUser,
  IconUserCog,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';

import { administersMembers, can } from '@/api/capabilities';
import type { Me } from '@/api/types';
import { sectionsFor } from '@/features/settings/sections';
import { startTexts as texts } from '@/texts/start';

/** Something that a user can do, and where. */
export interface Offer {
  id: keyof typeof texts.offers;
  icon: Icon;
  link: Pick<LinkProps, 'to' | 'search' | 'params'>;
}

export type Newcomer = Pick<Me, 'is_admin' | 'capabilities' | 'linked_person_id'>;

/** What a user can do, the most particular first. */
export function offersFor(me: Newcomer): Offer[] {
  const opens = (to: string) => sectionsFor(me).some(({ pages }) => pages.some((p) => p.to === to));
  const offers: (Offer | false)[] = [
    me.linked_person_id !== null && {
      id: 'self',
      icon: IconUser,
      link: { to: '/leden/$personId', params: { personId: me.linked_person_id } },
    },
    {
      id: administersMembers(me) ? 'members' : 'people',
      icon: administersMembers(me) ? IconId : IconUsers,
      link: { to: '/leden' },
    },
    can(me, 'wedstrijdzaken') && {
      id: 'matches',
      icon: IconBallFootball,
      link: { to: '/' },
    },
    can(me, 'vog') && {
      id: 'certificates',
      icon: IconShieldCheck,
      link: { to: '/vog' },
    },
    can(me, 'vrijwilligers') && {
      id: 'volunteers',
      icon: IconHeartHandshake,
      link: { to: '/diensten' },
    },
    can(me, 'financieel') && { id: 'fees', icon: IconCoinEuro, link: { to: '/contributie' } },
    can(me, 'financieel') && { id: 'invoices', icon: IconFileEuro, link: { to: '/facturen' } },
    can(me, 'financieel') && { id: 'finance', icon: IconCurrencyEuro, link: { to: '/leden' } },
    can(me, 'fairplay') && { id: 'cases', icon: IconGavel, link: { to: '/tuchtzaken' } },
    { id: can(me, 'teams') ? 'teams' : 'groups', icon: IconShirtSport, link: { to: '/teams' } },
    { id: 'committees', icon: IconUsersGroup, link: { to: '/commissies' } },
    can(me, 'jubilarissen') && {
      id: 'anniversaries',
      icon: IconConfetti,
      link: { to: '/jubilarissen' },
    },
    { id: 'todos', icon: IconChecklist, link: { to: '/taken' } },
    opens('/instellingen/gebruikers') && {
      id: me.is_admin ? 'users' : 'access',
      icon: IconUserCog,
      link: { to: '/instellingen/gebruikers' },
    },
    opens('/instellingen/rechten') && {
      id: 'rights',
      icon: IconKey,
      link: { to: '/instellingen/rechten' },
    },
    { id: 'account', icon: IconShieldLock, link: { to: '/instellingen/beveiliging' } },
  ];
  return offers.filter((offer) => offer !== false);
}
