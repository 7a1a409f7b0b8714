import icons from './frame-icons.svg';

/** Those of frame-icons.svg. */
export type FrameIconName =
  | 'adjustments-horizontal'
  | 'alert-triangle'
  | 'arrow-down'
  | 'arrow-up'
  | 'arrows-sort'
  | 'ball-football'
  | 'bookmark'
  | 'calendar-user'
  | 'certificate'
  | 'checklist'
  | 'chevron-down'
  | 'cloud-off'
  | 'coin-euro'
  | 'confetti'
  | 'download'
  | 'file-euro'
  | 'filter'
  | 'gavel'
  | 'info-circle'
  | 'layout-dashboard'
  | 'lock'
  | 'mail'
  | 'map-question'
  | 'message-report'
  | 'phone'
  | 'search'
  | 'settings'
  | 'shirt-sport'
  | 'user-plus'
  | 'users'
  | 'users-group'
  | 'users-plus'
  | 'x';

interface FrameIconProps {
  name: FrameIconName;
  size?: number;
  stroke?: number;
}

/** An icon of the frame or of the first list. All of them are one picture, so that the first page need not wait for them. */
export function FrameIcon({ name, size = 24, stroke = 2 }: FrameIconProps) {
  return (
    <svg
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
