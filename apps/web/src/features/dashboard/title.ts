import type { RoleDashboard } from '@/api/types';
import type { dashboardTexts } from '@/texts/dashboard';

/** What the dashboard is called: that of the board comes first (contract §2.11-3). */
export function titleOf(
  { board, coordinator, match_secretary: secretary }: RoleDashboard['context'],
  administrator: boolean,
): keyof typeof dashboardTexts.titles {
  if (board) return 'board';
  if (administrator) return 'administrator';
  if (secretary && coordinator) return 'both';
  return secretary ? 'matches' : 'teams';
}
