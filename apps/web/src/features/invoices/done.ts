import { notifications } from '@mantine/notifications';

/** Says that something was done. */
export const done = (message: string) => () => {
  notifications.show({ color: 'green', message });
};
