export { Bars } from './Bars';
export { FeedbackButton } from './FeedbackButton';
export { OpenFeedback } from './OpenFeedback';
export { MenuCount } from './MenuCount';
export { ViewLinks } from './ViewLinks';
