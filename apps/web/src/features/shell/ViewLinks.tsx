import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { viewsQuery } from '@/api/views';
import { fromView, isOwn, viewKey } from '@/features/people/views';
import { formatNumber } from '@/lib/numbers';
import { viewTexts } from '@/texts/people-views';

import classes from './Navigation.module.css';

/** The user's views of the people list in the menu, and those that others share, with how many people each shows. */
export function ViewLinks({ onNavigate }: { onNavigate?: () => void }) {
  const { data: views = [] } = useQuery(viewsQuery);
  if (views.length === 0) return null;
  return (
    <div role="group" aria-label={viewTexts.inMenu} className={classes.views}>
      {views.map((view) => (
        <Link
          key={viewKey(view)}
          title={isOwn(view) ? undefined : viewTexts.sharedBy(view.owner_name)}
          to="/leden"
          search={fromView(view)}
          className={classes.view}
          activeOptions={{ exact: true, includeSearch: true }}
          onClick={onNavigate}
        >
          <span className={classes.viewName}>{view.name}</span>
          <span className={classes.number}>
            <span aria-hidden>{formatNumber(view.count)}</span>
            <VisuallyHidden>, {viewTexts.count(view.count)}</VisuallyHidden>
          </span>
        </Link>
      ))}
    </div>
  );
}
