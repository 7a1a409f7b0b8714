import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { picturePath } from './pictures';

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://club.example' } }));
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['', undefined],
  ['http://127.0.0.1:8080/api/club/v1/media/5/thumbnail', '/api/club/v1/media/5/thumbnail'],
  ['https://elders.example/api/media/5?v=2', '/api/media/5?v=2'],
  ['/api/club/v1/media/5/full', '/api/club/v1/media/5/full'],
  ['http://', undefined],
])('the picture at %s is asked of this server', (address, path) => {
  expect(picturePath(address)).toBe(path);
});
