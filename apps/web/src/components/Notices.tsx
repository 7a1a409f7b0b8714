import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';

const NoticeList = lazy(() => import('./NoticeList'));

/** What the page reports in its corner. How that looks is loaded with the first report. */
export function Notices() {
  const { notifications } = useNotifications();
  return <Suspense>{notifications.length > 0 && <NoticeList />}</Suspense>;
}
