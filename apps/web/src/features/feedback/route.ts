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

/** The state of the list of feedback, as it stands in the address; what is as usual does not stand there. */
export interface FeedbackSearch {
  toon?: string;
  soort?: string;
  belang?: string;
  volgorde?: string;
}

/** One of the values, or nothing. */
export const among = <const Values extends readonly string[]>(
  values: Values,
  text: string | undefined,
): Values[number] | undefined => values.find((one) => one === text);
