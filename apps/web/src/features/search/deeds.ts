import type { LinkProps } from '@tanstack/react-router';
import { IconListSearch, IconUserPlus, type Icon } from '@tabler/icons-react';

import { can, type Rights } from '@/api/capabilities';
import type { FrameIconName } from '@/components/icons/FrameIcon';
import { type PresetId, withPreset } from '@/features/people/presets';
import { navigationFor } from '@/features/shell/items';
import { beginsWord } from '@/lib/find';
import { filterTexts } from '@/texts/people-filters';
import { searchTexts } from '@/texts/search';

/** Something to do, or a page to go to. */
export interface Deed {
  label: string;
  icon: Icon | FrameIconName;
  /** Where it leads; without it, it makes somebody new. */
  link?: Pick<LinkProps, 'to' | 'search'>;
  /** Stands there before anything is typed. */
  usual?: true;
}

const preset = (id: PresetId): Deed => ({
  label: filterTexts.presetNames[id],
  icon: IconListSearch,
  link: { to: '/leden', search: withPreset(id) },
});

/** What a user may do, in the order in which it is offered. */
export function deedsFor(me: Rights): Deed[] {
  const pages = navigationFor(me).flatMap(({ items }) => items);
  return [
    { label: searchTexts.newPerson, icon: IconUserPlus, usual: true },
    ...(can(me, 'vog', 'ledenadministratie', 'vrijwilligers')
      ? [{ ...preset('vogMissing'), usual: true as const }]
      : []),
    preset('gestopt'),
    preset('zonderEmail'),
    preset('nieuw'),
    ...pages.map(({ label, icon, to }): Deed => ({
      label,
      icon,
      link: { to },
      ...(to === '/instellingen' && { usual: true as const }),
    })),
  ];
}

/** Those that somebody means, or the usual ones of nothing. */
export const deedsNamed = (deeds: readonly Deed[], typed: string): Deed[] =>
  deeds.filter(({ label, usual }) =>
    typed === '' ? usual === true : typed.split(/\s+/).every((word) => beginsWord(label, word)),
  );
