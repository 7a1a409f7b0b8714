// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { show } from '@/testing';

import { RichText } from './RichText';

const shown = (html: string): string => {
  show(<RichText html={html} />);
  return document.querySelector('[class*="text"]')?.innerHTML ?? '';
};

it('shows what may stay, and nothing else', () => {
  expect(shown('<p>een <strong>twee</strong><br>drie &amp; &lt;vier&gt;</p>')).toBe(
    '<p>een <strong>twee</strong><br>drie &amp; &lt;vier&gt;</p>',
  );
});

it('shows no more than the text of what should not be there', () => {
  const html = shown(
    '<p onclick="alert(1)">x<img src=x onerror="alert(1)"><a href="javascript:alert(1)">y</a></p>',
  );
  expect(html).toBe('<p>xy</p>');
});

it('leads to other places in a tab of their own', () => {
  expect(shown('<a href="https://club.example/">hier</a>')).toBe(
    '<a href="https://club.example/" target="_blank" rel="noreferrer">hier</a>',
  );
});
