import { IconDatabase } from '@tabler/icons-react';

import type { RoleDashboard } from '@/api/types';
import { backupTexts as texts } from '@/texts/dashboard';

import classes from './Dashboard.module.css';
import { longAgo } from './days';

interface LastBackupProps {
  backup: NonNullable<RoleDashboard['backup']>;
  attention: RoleDashboard['attention'];
}

/** How old the last backup is, or how to make one. A notice that it is too old says the first itself. */
export function LastBackup({ backup: { verified_at: at }, attention }: LastBackupProps) {
  const noticed = attention.some(({ kind }) => kind === 'backup_old');
  if (at !== null && noticed) return null;
  return (
    <div className={classes.backup}>
      <IconDatabase size={16} aria-hidden />
      <span>
        {at !== null
          ? texts.verified(longAgo(at, new Date()))
          : noticed
            ? texts.how
            : `${texts.never} ${texts.how}`}
      </span>
    </div>
  );
}
