import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { clubNameQuery } from './club';
import { keys } from './keys';
import { fileBody } from './media';
import type { ClubChange, ClubSettings } from './types';

/** Who the club is: name, colour, logo and sender of mail; for administrators. */
export const clubSettingsQuery = queryOptions({
  queryKey: keys.clubSettings,
  queryFn: ({ signal }) => take(api.GET('/club/v1/club/settings', { signal })),
});

/** Takes over the colours and the logo that the server writes on the document for whoever comes next. */
async function wear() {
  const answer = await fetch('/');
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').documentElement;
  document.documentElement.setAttribute('style', next.getAttribute('style') ?? '');
}

function useClubChange<T>(change: (given: T) => Promise<ClubSettings>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => {
      queryClient.setQueryData(clubSettingsQuery.queryKey, saved);
      queryClient.setQueryData(clubNameQuery.queryKey, saved.shown_name);
      // The page goes on as it looked when the server does not answer.
      void wear().catch(() => undefined);
    },
  });
}

export const useSaveClub = () =>
  useClubChange((body: ClubChange) => take(api.POST('/club/v1/club/settings', { body })));

export const useClubLogo = () =>
  useClubChange((file: File | null) =>
    file === null
      ? take(api.DELETE('/club/v1/club/logo'))
      : take(api.POST('/club/v1/club/logo', fileBody(file))),
  );
