import type { Policy } from './policy.ts';

/** Each finding, copies of one report included. */
export const findingPolicy: Policy = {
  about: 'each finding, copies of one report included',
  parameters: [],
  onFinding: () => ({ notify: 'finding' }),
};
