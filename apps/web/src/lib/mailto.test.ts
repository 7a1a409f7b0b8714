import { expect, it } from 'vitest';

import { mailtoAll } from './mailto';

it('writes to all, out of sight of each other', () => {
  expect(mailtoAll(['a@club.example', 'b@club.example'])).toBe(
    'mailto:?bcc=a@club.example,b@club.example',
  );
});

it('leaves nothing in an address that means something in a link', () => {
  expect(mailtoAll(['a+b&cc=x@club.example', 'o’neill?@club.example'])).toBe(
    'mailto:?bcc=a%2Bb%26cc%3Dx@club.example,o%E2%80%99neill%3F@club.example',
  );
});

it('gives no link that a mail program would cut', () => {
  const address = (index: number) => `iemand.met.een.naam.${String(index)}@club.example`;
  const many = Array.from({ length: 60 }, (_, index) => address(index));
  expect(mailtoAll(many)).toBeUndefined();
  expect(mailtoAll(many.slice(0, 40))?.length).toBeLessThanOrEqual(1_800);
});
