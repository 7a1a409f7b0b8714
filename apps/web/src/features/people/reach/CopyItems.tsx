import { Menu } from '@mantine/core';
import { IconCheck, IconMail, IconPhone } from '@tabler/icons-react';

import { reachTos } from '@/api/people/addresses';
import { reachTexts as texts } from '@/texts/reach';

import type { Reach } from './use-reach';

/** What of people can be copied, in a menu. */
export function CopyItems({ reach }: { reach: Reach }) {
  return (
    <>
      <Menu.Item
        leftSection={<IconMail size={18} aria-hidden />}
        onClick={() => void reach.copy('email')}
      >
        {texts.copies.email}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconPhone size={18} aria-hidden />}
        onClick={() => void reach.copy('phone')}
      >
        {texts.copies.phone}
      </Menu.Item>
      <Menu.Label>{texts.children}</Menu.Label>
      {reachTos.map((to) => (
        <Menu.Item
          key={to}
          role="menuitemradio"
          aria-checked={reach.to === to}
          closeMenuOnClick={false}
          leftSection={
            <IconCheck size={18} aria-hidden opacity={reach.to === to ? undefined : 0} />
          }
          onClick={() => reach.setTo(to)}
        >
          {texts.to[to]}
        </Menu.Item>
      ))}
    </>
  );
}
