import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

import { forgetUnsaved } from '@/lib/unsaved';

// A busy machine is no failure, and a message need not bring the whole document along.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? '') });

// This runs for each file of tests, though files share the modules that they load: what a test leaves would reach the next file.
afterEach(() => {
  cleanup();
  forgetUnsaved();
  vi.unstubAllGlobals();
});
