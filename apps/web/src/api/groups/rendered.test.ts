import { describe, expect, it } from 'vitest';

import { asHTML, plainContent, plainTitle } from './rendered';

describe('texts that came as HTML', () => {
  it('are names', () => {
    expect(plainTitle('Normen &amp; Waarden &lt;3')).toBe('Normen & Waarden <3');
    expect(plainTitle('&amp;lt;')).toBe('&lt;');
  });

  it('are paragraphs and lines', () => {
    expect(plainContent('<p>Eén<br>twee</p>\n<p>drie &amp; &lt;b&gt;vier</p>\n')).toBe(
      'Eén\ntwee\n\ndrie & <b>vier',
    );
    expect(plainContent('')).toBe('');
    expect(plainContent(`<p>${asHTML('a & <b>\n&lt;')}</p>`)).toBe('a & <b>\n&lt;');
  });
});
