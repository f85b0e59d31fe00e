import { amountText } from '../../policies/words.ts';
import { listWords } from '../day-names.ts';
import type { Completeness, ReportNumbers } from '../report-numbers.ts';

type Facts = Pick<ReportNumbers, 'gap' | 'coverage' | 'uncounted' | 'alerts' | 'days'>;

/** The one line on operations that a reader needs. Feeds have no truncated windows: theirs may lack items. */
export function completenessOf({ gap, coverage, uncounted, alerts, days }: Facts): Completeness {
  const { watches } = coverage;
  const sum = (rows: typeof watches, key: 'cutWindows' | 'openWindows') =>
    rows.reduce((total, row) => total + row[key], 0);
  const isFeeds = ({ kind }: (typeof watches)[number]) => kind === 'feeds';
  const cut = sum(
    watches.filter((one) => !isFeeds(one)),
    'cutWindows',
  );
  const missed = sum(watches.filter(isFeeds), 'cutWindows');
  const open = sum(watches, 'openWindows');
  const problems = [
    gap !== undefined && `there is no complete data for ${gap}`,
    cut > 0 && `the service did not return all articles of ${amountText(cut, 'time window')}`,
    missed > 0 && `feeds may have shown and removed items in ${amountText(missed, 'time window')}`,
    open > 0 && `${amountText(open, 'time window')} will be queried again`,
    uncounted.length > 0 && `the news service did not count ${listWords(uncounted)}`,
    alerts.cut && 'some days had more alerts than a report reads',
  ].filter((one) => one !== false);
  if (watches.length === 0) return { isComplete: false, text: 'Incomplete: no watch has this brand now.' };
  if (problems.length > 0) return { isComplete: false, text: `Incomplete: ${problems.join('; ')}.` };
  const which = watches.length === 1 ? 'the watch' : `all ${watches.length} watches`;
  return {
    isComplete: true,
    text: `Complete: ${which} covered ${amountText(days.length, 'day')} without a gap.`,
  };
}
