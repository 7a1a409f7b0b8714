import type { VogState } from './vog';

export const vogColors: Record<VogState, string> = {
  valid: 'green',
  expiring: 'orange',
  expired: 'red',
  missing: 'red',
};
