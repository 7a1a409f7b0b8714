import { Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import type { Me } from '@/api/types';
import { useKeys } from '@/components/keyboard/use-keys';
import { FrameIcon } from '@/components/icons/FrameIcon';
import { IdleParts } from '@/components/IdleParts';
import { lazyPart } from '@/components/lazy-part';
import { LeaveGuard } from '@/components/LeaveGuard';
import { OnDemand } from '@/components/OnDemand';
import { useClubName } from '@/components/page-title';
import { Part } from '@/components/Part';
import { NoAccess } from '@/components/StatusPage';
import { SearchButton } from '@/features/search/SearchButton';
import { shellTexts } from '@/texts/shell';

import { mayOpen } from './items';
import { Navigation } from './Navigation';
import classes from './Shell.module.css';
import { useExtras } from './use-extras';
import { useIsQuestioned } from './use-is-questioned';
import { UserButton } from './UserButton';

const Questions = lazyPart(() => import('./Questions'), 'soon');
const UserMenu = lazyPart(() => import('./UserMenu'), 'soon');
const ShortcutsDialog = lazyPart(() => import('@/components/keyboard/ShortcutsDialog'));
const QuickTodo = lazyPart(() => import('@/features/todos/QuickTodo'));
const NavigationDrawer = lazyPart(() => import('./NavigationDrawer'), 'soon');

/** The frame around every page of who is signed in: club, menu, user and what must be known right now. */
export function Shell({ me }: { me: Me }) {
  const [menuOpened, menu] = useDisclosure();
  const pathname = useLocation({ select: (location) => location.pathname });
  const main = useFocusOn(pathname);
  const [helping, help] = useDisclosure();
  const [adding, todo] = useDisclosure();
  const extras = useExtras();
  useKeys({ '?': help.open, t: todo.open });

  return (
    <>
      <a href="#inhoud" className={classes.skip} data-print="never">
        {shellTexts.skipToContent}
      </a>
      <header className={classes.header} data-print="never">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Burger
            opened={menuOpened}
            onClick={menu.toggle}
            hiddenFrom="md"
            size="sm"
            color="var(--club-header-text)"
            aria-label={shellTexts.openNavigation}
            aria-expanded={menuOpened}
          />
          <Link to="/" className={classes.club}>
            <span className={classes.mark} />
            <Text component="span" fw={650} size="lg" truncate>
              {useClubName()}
            </Text>
          </Link>
        </Group>
        <SearchButton me={me} />
        <span className={classes.tool}>{extras && <extras.FeedbackButton />}</span>
        <OnDemand placeholder={(ask) => <UserButton user={me} onClick={ask} />}>
          <UserMenu me={me} onShortcuts={help.open} />
        </OnDemand>
      </header>
      <div className={classes.body}>
        <div className={classes.sidebar} data-print="never">
          <Navigation me={me} />
        </div>
        <main id="inhoud" ref={main} tabIndex={-1} className={classes.main}>
          <div className={classes.page}>
            <div className={classes.bars} data-print="never">
              {extras && <extras.Bars />}
              {me.is_demo_user && <DemoNote />}
            </div>
            {mayOpen(me, pathname) ? <Outlet /> : <NoAccess />}
          </div>
        </main>
      </div>
      <Part onGiveUp={menu.close}>
        {menuOpened && <NavigationDrawer me={me} onClose={menu.close} />}
      </Part>
      <Part onGiveUp={help.close}>{helping && <ShortcutsDialog onClose={help.close} />}</Part>
      <Part onGiveUp={todo.close}>{adding && <QuickTodo onClose={todo.close} />}</Part>
      <LeaveGuard />
      <Part>{useIsQuestioned() && <Questions me={me} />}</Part>
      <IdleParts />
    </>
  );
}

/** It is there at once: what comes later moves the page under a hand that clicks. */
function DemoNote() {
  return (
    <div role="note" className={classes.demo}>
      <FrameIcon name="info-circle" size={20} />
      {shellTexts.demo}
    </div>
  );
}

/** After a click in the menu a screen reader should start at the new page, not at the menu. */
function useFocusOn(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    const before = shown.current;
    if (before === pathname) return;
    shown.current = pathname;
    // A list that one comes back to has put it on the row that was left: see useReturnToRow.
    const { activeElement: focused } = document;
    if (focused instanceof HTMLAnchorElement && focused.pathname === before) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
