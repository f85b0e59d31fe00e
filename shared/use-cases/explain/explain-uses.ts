import { type Alert, findingsBehind, isCountedIn, watchesOf } from '../../domain/alerts/alert.ts';
import { isBaseline, type StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Explanation } from '../../domain/pages/receipt.ts';
import { isSameAddress } from '../../domain/text/clean-text.ts';
import { contains, dayAfter, dayOf, type Instant } from '../../domain/time/instant.ts';
import type { Ports } from '../ports/ports.ts';
import { explainAlert } from './explain-article.ts';

/** An article that alerts may have used. */
export interface UsedArticle {
  address: string;
  /** As watches have stored it. */
  stored: readonly StoredFinding[];
  /** No alert before this one can have used it. */
  since: Instant;
  now: Instant;
  /** Only alerts of this watch. */
  only?: string | undefined;
  /** The alerts that were explained already. */
  known: ReadonlySet<string>;
}

/** More alerts than a day has. */
const MOST_A_DAY = 100_000;

/**
 * Explains each alert that an article is in: as what it shows, as a source of an event or a record, as a part of its
 * story, or as one of the findings that it counts. The oldest first.
 */
export async function explainUses(
  article: UsedArticle,
  ports: { alerts: Pick<Ports['alerts'], 'madeOn'>; messages: Pick<Ports['messages'], 'get'> },
): Promise<Explanation[]> {
  const days: string[] = [];
  for (let day = dayOf(article.since); day <= dayOf(article.now); day = dayAfter(day)) days.push(day);
  const made = await inParallel(days, (day) => ports.alerts.madeOn(day, MOST_A_DAY));
  return inParallel(
    made.flat().flatMap((stored) => {
      const { known, only } = article;
      const isWanted = only === undefined || watchesOf(stored.alert).includes(only);
      const how = isWanted && !known.has(stored.alert.id) ? useIn(stored.alert, article) : undefined;
      return how === undefined ? [] : [{ how, stored }];
    }),
    async ({ how, stored }) => {
      const { text, ...explanation } = await explainAlert(stored, ports);
      const watches = watchesOf(stored.alert);
      const of = watches.length > 1 ? ` It is an alert of ${watches.join(', ')}.` : '';
      return { ...explanation, text: `${how}${of} Of the alert: ${text}` };
    },
  );
}

/** How an alert uses an article, as a sentence; undefined when it does not. */
function useIn(alert: Alert, { address, stored }: UsedArticle): string | undefined {
  const { items, occasion, story, createdAt, raised } = alert;
  const isIt = ({ link }: { link?: string | undefined }) =>
    link !== undefined && isSameAddress(link, address);
  const cited = items.find(({ articles = [] }) => articles.some(isIt));
  if (cited) return `It is a source of "${cited.title}", which caused an alert.`;
  if (items.some(isIt)) return 'An alert shows it.';
  const own = stored.filter(({ watchId }) => watchesOf(alert).includes(watchId));
  if (occasion.type === 'baseline')
    return own.some((one) => isBaseline(one) && contains(occasion.window, one.finding.indexedAt))
      ? 'It is one of the findings of the first run, which a summary counts.'
      : undefined;
  const period = findingsBehind(alert)?.period;
  if (period && own.some((one) => isCountedIn(period, one)))
    return 'It is one of the findings that an alert counts.';
  const siblings = [...(story?.silent?.shown ?? []), ...(story?.others ?? [])];
  const isInStory = stored.some((one) => one.story === story?.id && one.foundAt <= createdAt);
  if (!story || !(isInStory || siblings.some(isIt))) return undefined;
  const climb = raised === undefined ? '' : `, which had climbed from ${raised.from} to ${alert.severity}`;
  return `It belongs to the story of an alert${climb}.`;
}
