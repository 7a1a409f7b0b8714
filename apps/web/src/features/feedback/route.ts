import * as v from 'valibot';

export const feedbackTabs = [
  'open',
  'new',
  'approved',
  'in_progress',
  'needs_info',
  'resolved',
  'declined',
  'all',
] as const;
export const feedbackTypes = ['bug', 'feature_request'] as const;
export const feedbackPriorities = ['low', 'medium', 'high', 'critical'] as const;
export const feedbackOrders = ['date', 'priority', 'title', 'status'] as const;

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  v.optional(v.fallback(v.optional(v.picklist(values)), undefined));

/** The state of the list of feedback, as it stands in the address. */
export const feedbackSearchSchema = v.object({
  toon: v.optional(v.fallback(v.picklist(feedbackTabs), 'open'), 'open'),
  soort: oneOf(feedbackTypes),
  belang: oneOf(feedbackPriorities),
  volgorde: v.optional(v.fallback(v.picklist(feedbackOrders), 'date'), 'date'),
});

export type FeedbackSearch = v.InferOutput<typeof feedbackSearchSchema>;

/** Left out of the address. */
export const usualFeedbackSearch = v.parse(feedbackSearchSchema, {});
