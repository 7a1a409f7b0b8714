import { notifications } from '@mantine/notifications';

import { describeError } from './describe-error';

const told = new WeakSet<Error>();

/** Says that a failure is told in words of its own, or to nobody. */
export const noteTold = (error: unknown): void => {
  if (error instanceof Error) told.add(error);
};

/** Tells what went wrong with something that is not shown itself, such as a file. A failure is told once. */
export const notifyFailure = (error: unknown): void => {
  if (error instanceof Error && told.has(error)) return;
  noteTold(error);
  notifications.show({ color: 'red', autoClose: 10_000, ...describeError(error) });
};
