import { useMutation, useQueryClient } from '@tanstack/react-query';

import { take } from '../client';
import { dispute } from '../dispute';
import { type Edit, reread, saveMerged } from '../save-merged';
import type { Person, WorkEntry } from '../types';
import { changed } from './mutations';
import { personQuery } from './queries';
import { changes } from './changes';

interface WorkFields {
  work_history: WorkEntry[];
}

interface WorkOf {
  id: number;
  /** Makes what somebody does of what they do now. */
  change: (work: readonly WorkEntry[]) => WorkEntry[];
  /** How the person was when this was decided. Without it what they do now is asked for first. */
  since?: Person;
}

/** Changes what somebody does in the club, from wherever they stand. What others changed since then stays. */
export function useChangeWork() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, change, since }: WorkOf) => {
      const { acf, etag } = since ?? (await reread(queryClient, personQuery(id)));
      const edit: Edit<WorkFields> = {
        change: { work_history: change(acf.work_history) },
        before: { work_history: acf.work_history },
        etag,
      };
      const person = await saveMerged(edit, {
        send: (fields, seen) => take(changes.update(id, fields, seen)),
        reread: () => reread(queryClient, personQuery(id)),
        read: (now) => ({ work_history: now.acf.work_history }),
        choose: (conflicts, { changed: by }) => dispute.ask({ conflicts, ...by }),
      });
      return { person, before: acf.work_history };
    },
    onSuccess: ({ person }) => changed(queryClient, person),
  });
}
