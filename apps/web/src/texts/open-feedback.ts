/** How much feedback is open, for screen readers. */
export const openFeedbackText = (count: number) => `${count} open`;
