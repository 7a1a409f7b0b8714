export { FeedbackButton } from './FeedbackButton';
export { OpenFeedback } from './OpenFeedback';
export { OpenTodos } from './OpenTodos';
export { ViewLinks } from './ViewLinks';
