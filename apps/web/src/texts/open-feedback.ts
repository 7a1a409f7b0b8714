/** The button in the head of every page. */
export const giveFeedback = 'Feedback geven';

/** How much feedback is open, for screen readers. */
export const openFeedbackText = (count: number) => `${count} open`;
