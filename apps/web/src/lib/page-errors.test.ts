// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { pageErrors, watchErrors } from './page-errors';

it('remembers the last five errors, a line each', () => {
  watchErrors();
  expect(pageErrors()).toBe('');
  for (let n = 0; n < 6; n++) {
    window.dispatchEvent(new ErrorEvent('error', { error: new TypeError(`fout ${n}\n  at x`) }));
  }
  window.dispatchEvent(new ErrorEvent('error', { message: 'x'.repeat(400) }));
  const lines = pageErrors().split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('TypeError: fout 2');
  expect(lines[4]).toHaveLength(300);
});
