import type { Policy } from './policy.ts';

/** Every finding gets an alert, copies of one report included. */
export const findingPolicy = {
  about: 'each finding, copies of one report included',
  parameters: [],
  detects: false,
  onFinding: () => ({ notify: 'finding' }),
  preview: { calmer: 'alert on stories (alert: { when: story })' },
} as const satisfies Policy;
