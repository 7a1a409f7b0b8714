import { formatNumber } from '@/lib/numbers';

/** `40 jaar`; twelve and a half is `12½ jaar`. */
const years = (count: number) =>
  `${Number.isInteger(count) ? count : `${Math.floor(count)}½`} jaar`;

export const anniversaryTexts = {
  title: 'Jubilarissen',
  subtitle: (count: number, season: string) =>
    count === 1 ? `1 jubilaris in ${season}` : `${formatNumber(count)} jubilarissen in ${season}`,
  season: 'Seizoen',
  milestone: 'Jubileum',
  all: 'Alle',
  list: 'Jubilarissen van het seizoen',
  columns: { name: 'Naam', years: 'Jubileum', date: 'Datum', since: 'Lid sinds', when: 'Wanneer' },
  years,
  since: (date: string) => `lid sinds ${date}`,
  until: (days: number) => {
    if (days === 0) return 'vandaag';
    if (days === 1) return 'morgen';
    if (days === -1) return 'gisteren';
    return days > 0 ? `over ${formatNumber(days)} dagen` : `${formatNumber(-days)} dagen geleden`;
  },
  export: 'Exporteren',
  exportCsv: 'CSV',
  empty: 'Geen jubilarissen dit seizoen',
  emptyHint: 'Niemand bereikt in dit seizoen een jubileum dat de club viert.',
  none: 'Niemand met dit jubileum',
  clear: 'Alle jubilea tonen',

  settings: 'Jubilea kiezen',
  dialog: {
    title: 'Welke jubilea viert de club?',
    label: 'Jaren lid',
    hint: 'Typ een aantal jaren en druk op Enter. Een half jaar mag ook: 12,5.',
    placeholder: 'Bijvoorbeeld 25',
    wrong: 'Kies hele of halve jaren, tot en met 100.',
    save: 'Opslaan',
    saved: 'De jubilea zijn opgeslagen.',
  },
};
