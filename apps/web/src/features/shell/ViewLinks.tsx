import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { viewsQuery } from '@/api/views';
import { fromView } from '@/features/people/views';
import { viewTexts } from '@/texts/people-views';

import classes from './Navigation.module.css';

/** The user's views of the people list, in the menu. */
export function ViewLinks({ onNavigate }: { onNavigate?: () => void }) {
  const { data: views = [] } = useQuery(viewsQuery);
  if (views.length === 0) return null;
  return (
    <div role="group" aria-label={viewTexts.own} className={classes.views}>
      {views.map((view) => (
        <Link
          key={view.id}
          to="/leden"
          search={fromView(view)}
          className={classes.view}
          activeOptions={{ exact: true, includeSearch: true }}
          onClick={onNavigate}
        >
          {view.name}
        </Link>
      ))}
    </div>
  );
}
