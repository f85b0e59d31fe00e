import type { Explanation } from '../../domain/pages/explanation.ts';
import type { SilentReason, StoredFinding } from '../../domain/findings/finding.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { holderOf } from '../stories/claim-stories.ts';
import { readStories } from '../stories/read-stories.ts';
import { explainAlert, type ExplainPorts } from './explain-alert.ts';
import { foundBy, zoneOf } from './find-discovery.ts';
import { explainMissing, type Identified } from './explain-missing.ts';

/** What became of an article in one watch: the step that notified of it, dropped it or holds it. */
export async function explainArticle(article: Identified, ports: ExplainPorts): Promise<Explanation> {
  const { watch, finding, now } = article;
  const [[stored], timezone] = await Promise.all([
    ports.findings.read(watch.id, [finding.fingerprint]),
    zoneOf(watch.alert, ports.definitions),
  ]);
  if (stored) {
    const at = stored.finding.indexedAt;
    const found = await foundBy({ watchId: watch.id, discovery: stored.discovery, at }, ports.windows);
    return {
      watchId: watch.id,
      timezone,
      ...(found && { foundBy: found, ...(found.window && { window: found.window }) }),
      ...(await explainStored(stored, { ports, now })),
    };
  }
  const [state, windows] = await Promise.all([
    ports.states.read(watch.id, 'live'),
    ports.windows.covering(watch.id, finding.indexedAt),
  ]);
  return { watchId: watch.id, timezone, ...explainMissing(article, { state, windows, timezone }) };
}

const SILENT: Readonly<Record<SilentReason, Explanation>> = {
  quarantined: {
    standing: 'quarantined',
    text:
      'It was found, and could not be judged because of a fault of Bellwether. It is in quarantine: the page of the watch ' +
      'shows it, and the log of the run has the error.',
  },
  base: {
    standing: 'base',
    text: 'It was found by the first run of the watch (its baseline) or by a backfill. Neither causes alerts.',
  },
  'same-story': {
    standing: 'duplicate',
    text: 'It was found. It belongs to a story that the watch has already alerted on.',
  },
  excluded: {
    standing: 'excluded',
    text: 'It was found. The watch excludes its outlet or a phrase in it.',
  },
  'below-severity': {
    standing: 'not-worth-telling',
    text: 'It was found. The channel does not send alerts of this severity (min_severity).',
  },
  'other-company': {
    standing: 'not-worth-telling',
    text:
      'It was found. It names none of the companies of the channel. Remove companies from the channel, or let the watch ' +
      'alert another channel.',
  },
  counted: {
    standing: 'not-worth-telling',
    text: 'It was found and counted. The policy of the watch alerts on counts, not on single findings.',
  },
  'seen-before': {
    standing: 'not-worth-telling',
    text: 'It was found. What the policy looks for in it was seen before.',
  },
  'within-limits': {
    standing: 'not-worth-telling',
    text: 'It was found. It is within the limits of the policy.',
  },
  'awaits-change': {
    standing: 'not-worth-telling',
    text: 'It was found. The policy of the watch alerts only on changes.',
  },
};

async function explainStored(
  stored: StoredFinding,
  { ports, now }: { ports: ExplainPorts; now: Instant },
): Promise<Explanation> {
  const { verdict } = stored;
  if (!verdict)
    return {
      standing: 'not-judged',
      text: 'It was found and is not evaluated yet. The next run of the watch evaluates it.',
    };
  if ('silent' in verdict) {
    const first = verdict.silent === 'same-story' ? await firstOfStory(stored, { ports, now }) : {};
    return { ...SILENT[verdict.silent], ...first };
  }
  const alert = await ports.alerts.get(verdict.notified);
  if (!alert)
    return {
      standing: 'told',
      alertId: verdict.notified,
      text: 'It caused an alert, which is no longer stored.',
    };
  return explainAlert(alert, ports);
}

/** The finding by which the watch notified of the story, and its alert. */
async function firstOfStory(
  { watchId, story }: StoredFinding,
  { ports, now }: { ports: ExplainPorts; now: Instant },
): Promise<Partial<Explanation>> {
  if (story === undefined) return {};
  // The watch may have notified under the id of a story that was merged since.
  const family = (await readStories(ports, [story])).get(story)?.family ?? [story];
  const notified = holderOf(await ports.notifiedStories.read(watchId, family, now));
  const [first] = notified ? await ports.findings.read(watchId, [notified.fingerprint]) : [];
  if (!first?.verdict) return {};
  const named = `"${first.finding.title}" (${first.finding.link ?? first.finding.fingerprint})`;
  if ('notified' in first.verdict)
    return {
      alertId: first.verdict.notified,
      text: `It was found. It belongs to a story that the watch has already alerted on, with ${named}.`,
    };
  return {
    text: `It was found. It belongs to a story that the watch already knows from ${named}, which caused no alert (${first.verdict.silent}).`,
  };
}
