export { OpenTodos } from './OpenTodos';
export { ViewLinks } from './ViewLinks';
