import { useQuery } from '@tanstack/react-query';

import { viewsQuery } from '@/api/views';
import { NavigationLink } from '@/components/links';
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
        <NavigationLink
          key={view.id}
          to="/leden"
          search={fromView(view)}
          label={view.name}
          className={classes.view}
          activeOptions={{ exact: true, includeSearch: true }}
          activeProps={{ active: true }}
          onClick={onNavigate}
        />
      ))}
    </div>
  );
}
