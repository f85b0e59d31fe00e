import type { Explanation } from '../../domain/pages/explanation.ts';
import type { SilentReason, StoredFinding } from '../../domain/findings/finding.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { holderOf } from '../stories/claim-stories.ts';
import { readStories } from '../stories/read-stories.ts';
import { coveringWindow } from './covering-window.ts';
import { explainAlert } from './explain-alert.ts';
import type { ExplainPorts } from './explain-ports.ts';
import { explainMissing, type Identified } from './explain-missing.ts';

/** What became of an article in one watch: the step that told it, dropped it or holds it. */
export async function explainArticle(sighted: Identified, ports: ExplainPorts): Promise<Explanation> {
  const { watch, finding, now } = sighted;
  const [stored] = await ports.findings.read(watch.id, [finding.fingerprint]);
  if (stored) {
    const window = await coveringWindow(ports.windows, {
      watchId: watch.id,
      at: stored.finding.indexedAt,
    });
    return { watchId: watch.id, ...(window && { window }), ...(await explainStored(stored, { ports, now })) };
  }
  const [state, windows] = await Promise.all([
    ports.states.read(watch.id, 'live'),
    ports.windows.covering(watch.id, finding.indexedAt),
  ]);
  return { watchId: watch.id, ...explainMissing(sighted, { state, windows }) };
}

const SILENT: Readonly<Record<SilentReason, Explanation>> = {
  base: {
    standing: 'base',
    text: 'It was found and belongs to the silent base of the watch, or to a backfill: neither is told.',
  },
  'same-story': {
    standing: 'duplicate',
    text: 'It was found and tells a story that the watch has told already.',
  },
  excluded: {
    standing: 'excluded',
    text: 'It was found, and its outlet or a phrase in it is among the exclusions of the watch.',
  },
  'below-severity': {
    standing: 'not-worth-telling',
    text: 'It was found, and the channel does not take alerts of this severity.',
  },
  'other-company': {
    standing: 'not-worth-telling',
    text:
      'It was found, and the channel is for some companies, of which it names none. Take companies out of the channel, ' +
      'or let the watch alert another one.',
  },
  counted: {
    standing: 'not-worth-telling',
    text: 'It was found and counted: the policy of the watch judges hours, not findings.',
  },
  'seen-before': {
    standing: 'not-worth-telling',
    text: 'It was found, and what the policy looks for in it had been seen before.',
  },
  'within-limits': {
    standing: 'not-worth-telling',
    text: 'It was found, and lies within the limits that the policy is set to.',
  },
  'awaits-change': {
    standing: 'not-worth-telling',
    text: 'It was found; the policy of the watch tells changes only.',
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
      text: 'It was found and is not judged yet: the next run of the watch does it.',
    };
  if ('silent' in verdict) {
    const first = verdict.silent === 'same-story' ? await firstOfStory(stored, { ports, now }) : {};
    return { ...SILENT[verdict.silent], ...first };
  }
  const alert = await ports.alerts.get(verdict.told);
  if (!alert)
    return {
      standing: 'told',
      alertId: verdict.told,
      text: 'It was told; its alert has been forgotten since.',
    };
  return explainAlert(alert, ports);
}

/** The finding that its story was told by, and the alert. */
async function firstOfStory(
  { watchId, story }: StoredFinding,
  { ports, now }: { ports: ExplainPorts; now: Instant },
): Promise<Partial<Explanation>> {
  if (story === undefined) return {};
  // It may have been told under the id of a story that was merged since.
  const family = (await readStories(ports, [story])).get(story)?.family ?? [story];
  const notified = holderOf(await ports.told.read(watchId, family, now));
  const [first] = notified ? await ports.findings.read(watchId, [notified.fingerprint]) : [];
  if (!first?.verdict) return {};
  const named = `"${first.finding.title}" (${first.finding.link ?? first.finding.fingerprint})`;
  if ('told' in first.verdict)
    return {
      alertId: first.verdict.told,
      text: `It was found and tells a story that the watch has told already, by ${named}.`,
    };
  return {
    text: `It was found and tells a story that the watch knows already, by ${named}: that was not told (${first.verdict.silent}).`,
  };
}
