import { ownAmong } from '../../../shared/use-cases/apply/apply-subscriptions.ts';
import type { Stack } from '../stack/stack.ts';
import type { AppliedState } from './compare.ts';

/** Reads what a stack has now. */
export async function readApplied(stack: Stack): Promise<Required<AppliedState>> {
  const [watches, channels, subscriptions, watchlists, feeds, reports] = await Promise.all([
    stack.definitions.watches(),
    stack.definitions.channels(),
    stack.subscriptions.list(),
    stack.lists.all(),
    stack.feedLists.all(),
    stack.reports.plans(),
  ]);
  const own = await ownAmong(subscriptions, stack.subscriptionRecords);
  return { watches, channels, subscriptions, own, watchlists, feeds, reports };
}
