import { useQuery } from '@tanstack/react-query';

import { viewsQuery } from '@/api/views';
import { lazyPart } from '@/components/lazy-part';
import { OnDemand } from '@/components/OnDemand';

import type { ColumnId } from './columns';
import type { PeopleViewProps } from './view';
import { differs, openView } from './views';
import { ViewsButton } from './ViewsButton';

const SavedViews = lazyPart(() => import('./SavedViews'));

interface ViewsMenuProps extends PeopleViewProps {
  columns: readonly ColumnId[];
}

/** Says which view is open, and opens the menu with all of them. */
export function ViewsMenu(props: ViewsMenuProps) {
  // Unless one is open, they come when the menu beside the page asks for them, or this one opens.
  const { data } = useQuery({ ...viewsQuery, enabled: props.search.weergave !== '' });
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
