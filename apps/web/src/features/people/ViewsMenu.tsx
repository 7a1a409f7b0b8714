import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';

import { viewsQuery } from '@/api/views';
import { OnDemand } from '@/components/OnDemand';

import type { ColumnId } from './columns';
import type { PeopleViewProps } from './view';
import { differs, openView } from './views';
import { ViewsButton } from './ViewsButton';

const SavedViews = lazy(() => import('./SavedViews'));

interface ViewsMenuProps extends PeopleViewProps {
  columns: readonly ColumnId[];
}

/** Says which view is open, and opens the menu with all of them. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { data } = useQuery(viewsQuery);
  const open = openView(data, props.search);
  return (
    <OnDemand
      placeholder={(ask) => (
        <ViewsButton
          name={open?.name}
          changed={open !== undefined && differs(open, props.search)}
          onClick={ask}
        />
      )}
    >
      <SavedViews {...props} />
    </OnDemand>
  );
}
