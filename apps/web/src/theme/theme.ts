import {
  type BadgeProps,
  type CardProps,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MenuProps,
  type NotificationProps,
  type TooltipProps,
} from '@mantine/core';

import { commonTexts } from '@/texts/common';

/**
 * Clubhuis' own colour: the teal of the water behind the sports park. A club that has chosen one has shades that are as light
 * (core/identity/look.go), which the server writes on the document.
 */
const club: MantineColorsTuple = [
  'var(--brand-0, #ebf7f9)',
  'var(--brand-1, #d3edf2)',
  'var(--brand-2, #a8dbe5)',
  'var(--brand-3, #74c5d5)',
  'var(--brand-4, #43adc2)',
  'var(--brand-5, #2196ad)',
  'var(--brand-6, #117d95)',
  'var(--brand-7, #0d687d)',
  'var(--brand-8, #0e5566)',
  'var(--brand-9, #0b3d4a)',
];

/** Warm greys, so that a screen full of tables does not look like a spreadsheet. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#e8e5e1',
  '#d8d4ce',
  '#b5afa7',
  '#8b857c',
  '#625d56',
  '#4a4640',
  '#2d2a26',
  '#1c1a17',
];

const dark: MantineColorsTuple = [
  '#d7dedf',
  '#bcc6c8',
  '#a0adb0',
  '#74848a',
  '#435157',
  '#344147',
  '#27333a',
  '#1b252a',
  '#141c20',
  '#0e1417',
];

export const theme = createTheme({
  colors: { club, gray, dark },
  primaryColor: 'club',
  primaryShade: { light: 7, dark: 7 },
  black: '#22302f',
  fontFamily: "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Only types of the components are imported here: a theme must not pull them into the first page.
  components: {
    Badge: { defaultProps: { tt: 'none', fw: 600 } satisfies BadgeProps },
    Card: { defaultProps: { withBorder: true, padding: 'lg' } satisfies CardProps },
    // The placeholder is a child that a menu may not have; without it the focus starts at the first item.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies MenuProps },
    Notification: {
      defaultProps: {
        closeButtonProps: { 'aria-label': commonTexts.close },
      } satisfies Partial<NotificationProps>,
    },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
      } satisfies Partial<TooltipProps>,
    },
  },
});

/** The few colours that Mantine has no name for, in both themes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--club-header-height': '3.75rem',
    '--club-page-width': '80rem',
  },
  light: {
    '--mantine-color-body': '#faf9f7',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#746e66',
    '--mantine-color-error': '#b42318',
    '--mantine-color-green-light': '#dcf3e0',
    '--mantine-color-green-light-color': '#1b5e2b',
    '--mantine-color-orange-light': '#fdebd3',
    '--mantine-color-orange-light-color': '#8a4100',
    '--mantine-color-red-light': '#fde6e4',
    '--mantine-color-red-light-color': '#9d1c12',
    '--mantine-color-red-filled': '#c5281c',
    '--mantine-color-red-filled-hover': '#a72016',
    '--mantine-color-yellow-light': '#fdf3cf',
    '--mantine-color-yellow-light-color': '#6b4e00',
    '--club-surface': '#ffffff',
    '--club-border': gray[2],
    '--club-hover': gray[1],
    '--club-header': 'var(--brand, #0b3d4a)',
    '--club-header-text': 'var(--brand-text, #ffffff)',
    '--club-header-hover': 'var(--brand-hover, rgb(255 255 255 / 12%))',
    '--club-accent-text': club[7],
    '--club-accent-surface': club[0],
    '--club-mark': '#ffe59a',
  },
  dark: {
    '--mantine-color-body': dark[8],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8f9da1',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-club-light': 'var(--brand-deep-1, #143a45)',
    '--mantine-color-club-light-hover': 'var(--brand-deep-2, #194653)',
    '--mantine-color-club-light-color': club[2],
    '--mantine-color-green-light': '#17372a',
    '--mantine-color-green-light-color': '#a6e3b8',
    '--mantine-color-orange-light': '#43301a',
    '--mantine-color-orange-light-color': '#ffd09b',
    '--mantine-color-red-light': '#46221f',
    '--mantine-color-red-light-color': '#ffb8b0',
    '--mantine-color-red-filled': '#c5281c',
    '--mantine-color-red-filled-hover': '#a72016',
    '--mantine-color-yellow-light': '#3d3517',
    '--mantine-color-yellow-light-color': '#f3dc8a',
    '--club-surface': dark[7],
    '--club-border': dark[5],
    '--club-hover': dark[6],
    '--club-header': 'var(--brand-dark, #0a2c36)',
    '--club-header-text': '#ffffff',
    '--club-header-hover': 'rgb(255 255 255 / 12%)',
    '--club-accent-text': club[3],
    '--club-accent-surface': 'var(--brand-deep-0, #12323c)',
    '--club-mark': '#6b5200',
  },
});
