import { notifications } from '@mantine/notifications';

import { describeError } from './describe-error';

/** Tells what went wrong with something that is not shown itself, such as a file. */
export const notifyFailure = (error: unknown): void => {
  notifications.show({ color: 'red', autoClose: 10_000, ...describeError(error) });
};
