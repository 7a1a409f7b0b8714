import { localStorageColorSchemeManager } from '@mantine/core';

/** src/color-scheme.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'clubhuis-color-scheme' });
