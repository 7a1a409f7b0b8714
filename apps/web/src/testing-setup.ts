import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

import { forgetUnsaved } from '@/lib/unsaved';

// A busy machine is no failure, and a message need not bring the whole document along.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? '') });

// A field that grows with its text listens to the fonts, which the document of tests does not have.
if (typeof document !== 'undefined') Object.assign(document, { fonts: new EventTarget() });

// This runs for each file of tests, though files share the modules that they load: what a test leaves would reach the next file.
afterEach(() => {
  cleanup();
  forgetUnsaved();
  vi.unstubAllGlobals();
});
