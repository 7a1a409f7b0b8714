import { Drawer } from '@mantine/core';

import type { Me } from '@/api/types';
import { commonTexts } from '@/texts/common';
import { shellTexts } from '@/texts/shell';

import { Navigation } from './Navigation';

interface NavigationDrawerProps {
  me: Me;
  onClose: () => void;
}

/** The menu on a screen that has no room for it. */
export default function NavigationDrawer({ me, onClose }: NavigationDrawerProps) {
  return (
    <Drawer.Root opened onClose={onClose} size="17rem" hiddenFrom="md">
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header role="none">
          <Drawer.Title>{shellTexts.navigation}</Drawer.Title>
          <Drawer.CloseButton aria-label={commonTexts.close} />
        </Drawer.Header>
        <Drawer.Body>
          <Navigation me={me} onNavigate={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
