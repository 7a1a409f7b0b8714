import { notifications as notices, useNotifications } from '@mantine/notifications';
import { lazyPart } from './lazy-part';
import { Part } from './Part';

const NoticeList = lazyPart(() => import('./NoticeList'), 'soon');

/** What the page reports in its corner. How that looks is loaded with the first report. */
export function Notices() {
  const { notifications } = useNotifications();
  return <Part onGiveUp={() => notices.clean()}>{notifications.length > 0 && <NoticeList />}</Part>;
}
