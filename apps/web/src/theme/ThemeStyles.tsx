import { MantineProvider } from '@mantine/core';
import { createPortal } from 'react-dom';

import { cssVariablesResolver, theme } from './theme';

/**
 * The style sheets that Mantine makes of the theme, in the head of the document. Where MantineProvider leaves them they come after
 * every sheet that arrives later, and a browser lays the whole page out again for a sheet that arrives before another one.
 */
export function ThemeStyles() {
  return createPortal(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      getRootElement={() => undefined} // the colour scheme of the document is the other one's
    >
      {null}
    </MantineProvider>,
    document.head,
  );
}
