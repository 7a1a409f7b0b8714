// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { show } from '@/testing';
import { backupTexts as texts } from '@/texts/dashboard';

import { LastBackup } from './LastBackup';

const old = {
  kind: 'backup_old',
  message: 'De laatste nagekeken back-up is van 3 dagen geleden.',
  url: '',
  count: 1,
};
const mails = { ...old, kind: 'mails_failed', message: 'Eén mail is niet verstuurd.' };

const told = (verified: Date | null, attention: (typeof old)[] = []) => {
  cleanup();
  const stamp = verified?.toISOString().slice(0, 19).replace('T', ' ') ?? null;
  show(<LastBackup backup={{ verified_at: stamp }} attention={attention} />);
  return screen.queryByText(/./, { selector: 'span' })?.textContent;
};

const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

it('tells how old the last backup is', () => {
  expect(told(ago(0), [mails])).toMatch(
    /^De laatste nagekeken back-up is van (vandaag|gisteren) om \d\d:\d\d\.$/,
  );
  expect(told(ago(3))).toBe('De laatste nagekeken back-up is van 3 dagen geleden.');
});

it('does not repeat the notice that it is too old', () => {
  expect(told(ago(3), [mails, old])).toBeUndefined();
});

it('says how one is made when there is none', () => {
  expect(told(null, [mails])).toBe(`${texts.never} ${texts.how}`);
  expect(told(null, [old])).toBe(texts.how);
});
