import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

import { forgetUnsaved } from '@/lib/unsaved';

// A busy machine is no failure, and a message need not bring the whole document along.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? '') });

afterEach(() => {
  cleanup();
  forgetUnsaved();
  vi.unstubAllGlobals();
});
