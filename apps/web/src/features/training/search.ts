import * as v from 'valibot';

import { whole } from '@/lib/address';
import { isDay } from '@/lib/is-day';

/** The state of the page as it stands in the address. */
export const trainingSearchSchema = v.object({
  /** Any day of the week; this one without. */
  week: v.optional(v.fallback(v.pipe(v.string(), v.check(isDay)), ''), ''),
  team: whole(0),
  veld: whole(0),
});

export type TrainingSearch = v.InferOutput<typeof trainingSearchSchema>;

export const usualTrainingSearch = v.parse(trainingSearchSchema, {});
