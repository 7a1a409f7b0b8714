import { Notifications } from '@mantine/notifications';

export default function NoticeList() {
  return <Notifications position="bottom-right" />;
}
