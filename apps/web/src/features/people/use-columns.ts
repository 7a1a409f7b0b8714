import { useQuery } from '@tanstack/react-query';

import { usePreferences, useSavePreferences } from '@/api/preferences';
import { useSaveView, viewsQuery } from '@/api/views';

import type { PeopleSearch } from './search';
import { columnsOf, openView } from './views';

/** The view that is open; undefined while it is asked for, too. */
function useOpenView(search: PeopleSearch) {
  const { data } = useQuery({ ...viewsQuery, enabled: search.weergave !== '' });
  return openView(data, search);
}

/** The columns of the list: those of the open view, or else the user's. */
export function useColumns(search: PeopleSearch) {
  const { people } = usePreferences();
  return columnsOf(useOpenView(search), people.columns);
}

interface Failure {
  onError: (error: Error) => void;
}

/** Keeps the columns where they come from. */
export function useSaveColumns(search: PeopleSearch) {
  const view = useOpenView(search);
  const saveView = useSaveView();
  const savePreferences = useSavePreferences();
  return (columns: string[], failure: Failure) => {
    if (view === undefined || view.columns.length === 0)
      savePreferences({ people: { columns } }, failure);
    else saveView.mutate({ id: view.id, change: { columns } }, failure);
  };
}
