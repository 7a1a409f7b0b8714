import type { PictureProblem } from '@/components/picture/picture-file';

export interface PictureTexts {
  of: (name: string) => string;
  add: string;
  show: string;
  change: string;
  remove: string;
  removeTitle: string;
  removeMessage: string;
  busy: string;
  placed: string;
  removed: string;
  hint: string;
  problems: Record<PictureProblem, string>;
}

const photo: PictureTexts = {
  of: (name) => `Foto van ${name}`,
  add: 'Foto toevoegen',
  show: 'Foto bekijken of wijzigen',
  change: 'Andere foto kiezen',
  remove: 'Foto verwijderen',
  removeTitle: 'Foto verwijderen?',
  removeMessage: 'De foto is daarna ook uit de lijsten verdwenen.',
  busy: 'De foto wordt geplaatst…',
  placed: 'De foto is geplaatst.',
  removed: 'De foto is verwijderd.',
  hint: 'JPEG, PNG, GIF of WebP, hoogstens 10 MB. Je kunt een bestand ook op de foto slepen.',
  problems: {
    type: 'Dit bestand is geen foto die Clubhuis kent. Kies een JPEG, PNG, GIF of WebP.',
    size: 'Dit bestand is groter dan 10 MB. Kies een kleinere foto.',
  },
};

const logo: PictureTexts = {
  of: (name) => `Logo van ${name}`,
  add: 'Logo toevoegen',
  show: 'Logo bekijken of wijzigen',
  change: 'Ander logo kiezen',
  remove: 'Logo verwijderen',
  removeTitle: 'Logo verwijderen?',
  removeMessage: 'Het logo is daarna ook uit de lijsten verdwenen.',
  busy: 'Het logo wordt geplaatst…',
  placed: 'Het logo is geplaatst.',
  removed: 'Het logo is verwijderd.',
  hint: 'JPEG, PNG, GIF, WebP of SVG, hoogstens 10 MB. Je kunt een bestand ook op het logo slepen.',
  problems: {
    type: 'Dit bestand is geen plaatje dat Clubhuis kent. Kies een JPEG, PNG, GIF, WebP of SVG.',
    size: 'Dit bestand is groter dan 10 MB. Kies een kleiner plaatje.',
  },
};

export const pictureTexts = { photo, logo, notPlaced: 'De afbeelding is niet opgeslagen' };
