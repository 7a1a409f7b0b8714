import { queryOptions, useIsMutating, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { TrainingBlockChange } from './types';

export const pitchesQuery = queryOptions({
  queryKey: keys.training.pitches,
  queryFn: ({ signal }) => take(api.GET('/club/v1/training/pitches', { signal })),
});

/** What comes back every week: all of it for who keeps the teams, else that of the user's teams. */
export const trainingQuery = queryOptions({
  queryKey: keys.training.blocks,
  queryFn: ({ signal }) => take(api.GET('/club/v1/training/blocks', { signal })),
});

const at = (id: number) => ({ path: { id } });

function useTrainingMutation<Variables, Answer>(mutationFn: (of: Variables) => Promise<Answer>) {
  const onSettled = useMakeStale(staleAfter.training());
  return useMutation({ mutationKey: keys.training.all, mutationFn, onSettled });
}

/** Whether a change is on its way, wherever on the page it was asked for. */
export const useIsChangingTraining = (): boolean =>
  useIsMutating({ mutationKey: keys.training.all }) > 0;

/** Adds a pitch, or gives the one with the number another name. */
export const useSavePitch = () =>
  useTrainingMutation(({ id, name }: { id?: number; name: string }) =>
    take(
      id === undefined
        ? api.POST('/club/v1/training/pitches', { body: { name } })
        : api.PUT('/club/v1/training/pitches/{id}', { params: at(id), body: { name } }),
    ),
  );

export const useRemovePitch = () =>
  useTrainingMutation((id: number) =>
    take(api.DELETE('/club/v1/training/pitches/{id}', { params: at(id) })),
  );

/** Adds a block, or changes the one with the number. */
export const useSaveBlock = () =>
  useTrainingMutation(({ id, change }: { id?: number; change: TrainingBlockChange }) =>
    take(
      id === undefined
        ? api.POST('/club/v1/training/blocks', { body: change })
        : api.PUT('/club/v1/training/blocks/{id}', { params: at(id), body: change }),
    ),
  );

export const useRemoveBlock = () =>
  useTrainingMutation((id: number) =>
    take(api.DELETE('/club/v1/training/blocks/{id}', { params: at(id) })),
  );

/** Repeats the season before in a season. */
export const useCopyTraining = () =>
  useTrainingMutation((season: string) =>
    take(api.POST('/club/v1/training/copy', { body: { season } })),
  );
