import { Notifications } from '@mantine/notifications';
import styles from './NoticeList.module.css';

/** They lie where no form has its buttons. */
export default function NoticeList() {
  return <Notifications position="bottom-left" classNames={{ root: styles.list }} />;
}
