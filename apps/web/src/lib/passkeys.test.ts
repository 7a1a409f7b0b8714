import { afterEach, describe, expect, it, vi } from 'vitest';

import { canUsePasskeys } from './passkeys';

describe('where passkeys work', () => {
  afterEach(() => vi.unstubAllGlobals());

  const at = (
    hostname: string,
    isSecureContext = true,
    browser: object = { PublicKeyCredential: 1 },
  ) => {
    vi.stubGlobal('window', { location: { hostname }, isSecureContext, ...browser });
    return canUsePasskeys();
  };

  it('is at a name, safely, in a browser that knows them', () => {
    expect(at('club.example')).toBe(true);
    expect(at('localhost')).toBe(true);
    expect(at('127.0.0.1')).toBe(false);
    expect(at('[::1]')).toBe(false);
    expect(at('club.example', false)).toBe(false);
    expect(at('club.example', true, {})).toBe(false);
  });
});
