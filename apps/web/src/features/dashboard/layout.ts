import { can } from '@/api/capabilities';
import type { DashboardLayout, Me } from '@/api/types';
import type { dashboardTexts } from '@/texts/dashboard';

export type BlockId = keyof typeof dashboardTexts.blocks;

const blockIds: readonly BlockId[] = [
  'birthdays',
  'anniversaries',
  'attention',
  'membership',
  'volunteers',
  'vog',
  'matches',
  'teams',
];

/** Of ids of the server those that this page has a block for. */
export const known = (ids: readonly string[]): BlockId[] =>
  ids.flatMap((id) => blockIds.filter((block) => block === id));

/** The blocks that a user probably has: what stands there until the server says so. */
export function expected(
  me: Pick<Me, 'is_admin' | 'capabilities' | 'dashboard_context'>,
): BlockId[] {
  const { coordinator, match_secretary: secretary } = me.dashboard_context;
  const has: Partial<Record<BlockId, boolean>> = {
    anniversaries: can(me, 'jubilarissen'),
    membership: can(me, 'ledenadministratie'),
    volunteers: can(me, 'vrijwilligers'),
    vog: can(me, 'vog'),
    matches: coordinator || secretary,
    teams: coordinator,
  };
  return blockIds.filter((block) => has[block] !== false);
}

/** What is shown, in order. */
export const visible = ({ order, hidden }: Pick<DashboardLayout, 'order' | 'hidden'>): BlockId[] =>
  known(order).filter((block) => !hidden.includes(block));

const pair: readonly BlockId[] = ['birthdays', 'anniversaries'];

/** The rows of the page: birthdays and anniversaries that are next to each other share one, every other block has its own. */
export function rowsOf(blocks: readonly BlockId[]): BlockId[][] {
  const rows: BlockId[][] = [];
  for (const block of blocks) {
    const [before, ...more] = rows.at(-1) ?? [];
    if (
      before !== undefined &&
      more.length === 0 &&
      pair.includes(before) &&
      pair.includes(block)
    ) {
      rows.at(-1)?.push(block);
    } else {
      rows.push([block]);
    }
  }
  return rows;
}

/** The order with one block at another place. */
export function moved(order: readonly BlockId[], block: BlockId, to: number): BlockId[] {
  const others = order.filter((other) => other !== block);
  return others.toSpliced(Math.max(0, to), 0, block);
}
