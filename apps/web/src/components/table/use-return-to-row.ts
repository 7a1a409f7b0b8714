import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Whoever comes back to a list from one of its records stands on the row of it. */
export function useReturnToRow(): void {
  const router = useRouter();
  useEffect(() => {
    // Still the page before: this one is only just shown.
    const before = router.state.resolvedLocation?.pathname;
    const links = document.querySelectorAll<HTMLAnchorElement>('main [data-row-link]');
    [...links].find(({ pathname }) => pathname === before)?.focus();
  }, [router]);
}
