import { expect, it } from 'vitest';

import { readUserAgent } from './user-agent';

it('recognises a device', () => {
  expect(
    readUserAgent(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    ),
  ).toEqual({ browser: 'Edge', system: 'Windows' });
  expect(readUserAgent('curl/8.5')).toEqual({ browser: undefined, system: undefined });
});
