import { useMutation, useQueryClient } from '@tanstack/react-query';

import { take } from '../client';
import type { WorkEntry } from '../types';
import { changed } from './mutations';
import { personQuery } from './queries';
import { wire } from './wire';

interface WorkOf {
  id: number;
  /** Makes what somebody does of what they do now. */
  change: (work: readonly WorkEntry[]) => WorkEntry[];
}

/** Changes what somebody does in the club, from wherever they stand: what they do now is asked for first. */
export function useChangeWork() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, change }: WorkOf) => {
      const { acf, etag } = await queryClient.query({ ...personQuery(id), staleTime: 0 });
      const work_history = change(acf.work_history);
      const person = await take(wire.update(id, { work_history }, etag));
      return { person, before: acf.work_history };
    },
    onSuccess: ({ person }) => changed(queryClient, person),
  });
}
