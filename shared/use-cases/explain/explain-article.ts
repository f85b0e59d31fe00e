import { newnessText } from '../../domain/findings/newness.ts';
import { termText } from '../../domain/stories/terms.ts';
import {
  type AlertState,
  detectionAlertId,
  detectionKey,
  findingsBehind,
  type HoldReason,
  type JoinedTo,
} from '../../domain/alerts/alert.ts';
import { laneText } from '../../domain/channels/channel.ts';
import { hourOf } from '../../domain/counting/hourly-counts.ts';
import type { Discovery, SilentReason, StoredFinding } from '../../domain/findings/finding.ts';
import type { Joined } from '../../domain/findings/newness.ts';
import { defined, lookUp } from '../../domain/lib/fields.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Explanation } from '../../domain/pages/receipt.ts';
import { detectionPolicyOf, policyOf } from '../../domain/policies/registry.ts';
import { noticeKeyOf } from '../../domain/stories/story.ts';
import { contains, HOUR, type Instant, namedTime } from '../../domain/time/instant.ts';
import { channelsOf, spaceOf, type Watch } from '../../domain/watches/watch.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { Ports } from '../ports/ports.ts';
import { explainMissing, type Identified } from './explain-missing.ts';

/** What became of an article in one watch: the step that notified of it, dropped it or holds it. */
export async function explainArticle(article: Identified, ports: ExplainPorts): Promise<Explanation> {
  const { watch, finding, now } = article;
  const [[stored], channel] = await Promise.all([
    ports.findings.read(watch.id, [finding.fingerprint]),
    ports.definitions.channel(watch.alert.channel),
  ]);
  const timezone = channel?.timezone ?? 'UTC';
  if (stored)
    return {
      watchId: watch.id,
      timezone,
      ...foundBy(stored.discovery),
      ...(await explainStored(stored, { watch, ports, now })),
    };
  const [state, windows] = await Promise.all([
    ports.states.read(watch.id, 'live'),
    ports.windows.covering(watch.id, finding.indexedAt),
  ]);
  return { watchId: watch.id, timezone, ...explainMissing(article, { state, windows, timezone }) };
}

/** What first found an item, and in which window. */
function foundBy(discovery: Discovery | undefined): Pick<Explanation, 'foundBy' | 'window'> {
  return defined<ReturnType<typeof foundBy>>({ foundBy: discovery, window: discovery?.window });
}

/** What a silent article is explained with, after "It was found". */
const SILENT: Readonly<Record<SilentReason, readonly [standing: Explanation['standing'], text: string]>> = {
  quarantined: [
    'quarantined',
    ', and could not be judged because of a fault of Bellwether. It is in quarantine: the page of ' +
      'the watch shows it, and the log of the run has the error.',
  ],
  baseline: [
    'baseline',
    ' by the first run of the watch (its baseline) or by a backfill. Neither causes alerts.',
  ],
  'same-story': [
    'duplicate',
    '. It belongs to a story of which the channels of the watch were notified before.',
  ],
  unconfirmed: [
    'duplicate',
    '. It says something new in a story of which the channels were notified, which no other outlet ' +
      'confirmed then.',
  ],
  quiet: [
    'duplicate',
    '. Opinions, reviews, lists and the like lead no alert, unless the watch says opinions: true.',
  ],
  excluded: ['excluded', '. The watch excludes its outlet, or a phrase or topic in it.'],
  'below-severity': [
    'not-worth-telling',
    '. The channel does not send alerts of this severity (min_severity).',
  ],
  'other-company': [
    'not-worth-telling',
    '. It names none of the companies of the channel. Remove companies from the channel, or let the ' +
      'watch alert another channel.',
  ],
  counted: [
    'not-worth-telling',
    ' and counted. The policy of the watch alerts on counts, not on single findings.',
  ],
  'seen-before': ['not-worth-telling', '. What the policy looks for in it was seen before.'],
  'within-limits': ['not-worth-telling', '. It is within the limits of the policy.'],
  'awaits-change': ['not-worth-telling', '. The policy of the watch alerts only on changes.'],
};

/** It is not decided, or what was decided is not carried out yet. */
function undecided(watch: Watch): Explanation {
  return {
    standing: 'not-judged',
    text: `It was found and waits to be decided in the space ${spaceOf(watch)}, which takes seconds. What waits for over a minute is ordered again.`,
  };
}

async function explainStored(
  stored: StoredFinding,
  { watch, ports, now }: { watch: Watch; ports: ExplainPorts; now: Instant },
): Promise<Explanation> {
  const { verdict } = stored;
  if (!verdict) return undecided(watch);
  if ('silent' in verdict) {
    const [standing, found] = SILENT[verdict.silent];
    const explained = { standing, text: `It was found${found}` };
    if (verdict.silent === 'counted')
      return { ...explained, ...(await countedIn(stored, { watch, ports, now })) };
    const first =
      verdict.silent === 'same-story' || verdict.silent === 'unconfirmed'
        ? await firstOfStory(stored, { watch, ports })
        : {};
    const { text, ...silent } = { ...explained, ...first };
    const reasons = [
      stored.joined && joinedText(stored.joined),
      stored.newness && newnessText(stored.newness),
    ];
    return { ...silent, text: [text, ...reasons].filter((one) => one !== undefined).join(' ') };
  }
  const alert = await ports.alerts.get(verdict.notified);
  if (alert) return explainAlert(alert, ports);
  // Its alert is kept as long as the finding.
  if (now < stored.expiresAt) return undecided(watch);
  return {
    standing: 'notified',
    alertId: verdict.notified,
    text: 'It caused an alert, which is no longer stored.',
  };
}

/** Why an article was put into its story. */
function joinedText(joined: Joined): string {
  switch (joined.by) {
    case 'group':
      return 'The service reports both as copies of one article.';
    case 'copy':
      return 'It has the headline or the text of an article of that story.';
    case 'words': {
      const words = joined.words.map(({ word, weight }) => `${termText(word)} (${weight})`);
      return `Its headline shares words with that story, by weight: ${words.join(', ')}. It is ${joined.likeness} times likelier to be of that story than of a new one.`;
    }
  }
}

/** The first alert of the watch's policy on a period in which a finding is counted; nothing where there is none. */
async function countedIn(
  { watchId, finding }: StoredFinding,
  { watch, ports, now }: { watch: Watch; ports: ExplainPorts; now: Instant },
): Promise<Partial<Explanation>> {
  const { when, settings } = watch.alert;
  const [policy, counting] = [detectionPolicyOf(when), policyOf(when)?.counting?.(settings ?? {})];
  if (!policy || !counting) return {};
  const first = hourOf(finding.indexedAt) + HOUR;
  const hours = Math.ceil((Math.min(now, finding.indexedAt + counting.resetAfter) - first) / HOUR) + 1;
  const ids = Array.from({ length: Math.max(0, hours) }, (_, n) =>
    detectionAlertId(watchId, policy, detectionKey(first + n * HOUR)),
  );
  const alerts = await inParallel(ids, async (id) => (await ports.alerts.get(id)) ?? []);
  const counts = alerts.flat().find(({ alert }) => {
    const period = findingsBehind(alert)?.period;
    return period !== undefined && contains(period, finding.indexedAt);
  });
  if (!counts) return {};
  const { standing, text, dueAt, messageId } = await explainAlert(counts, ports);
  const { id: alertId, items } = counts.alert;
  const listed = items.some(({ fingerprint }) => fingerprint === finding.fingerprint);
  const place = listed
    ? 'The alert lists it as an example.'
    : 'In the alert it is counted in the summary, not listed.';
  return defined<Partial<Explanation>>({
    standing,
    dueAt,
    alertId,
    messageId,
    listed: listed ? undefined : false,
    text: `It was found and counted, and the count caused an alert. ${place} ${text}`,
  });
}

/** What the channels of the watch were notified of about the story of a finding, and the first alert. */
async function firstOfStory(
  { story: id }: StoredFinding,
  { watch, ports }: { watch: Watch; ports: ExplainPorts },
): Promise<Partial<Explanation>> {
  const story = id === undefined ? undefined : (await ports.stories.read([id])).get(id);
  const notices = channelsOf(watch.alert).flatMap((channel) => {
    const notice = story && lookUp(story.notices, noticeKeyOf(channel, watch));
    return notice ? [{ ...notice, channel }] : [];
  });
  const [first] = notices.toSorted((one, other) => one.at - other.at);
  const [alertId] = first?.alerts ?? [];
  const stored = alertId === undefined ? undefined : await ports.alerts.get(alertId);
  if (!stored) return {};
  const { watchId, items } = stored.alert;
  const who = watchId === watch.id ? 'the watch' : `watch ${watchId}`;
  const [item] = items;
  const named = item ? `, with "${item.title}" (${item.link ?? item.fingerprint})` : '';
  const known = notices.map(({ channel, severity }) => `${channel} (${severity})`).join(', ');
  return {
    alertId: stored.alert.id,
    text: `It was found. It belongs to a story that ${who} has already alerted on${named}. Notified channels: ${known}.`,
  };
}

/** What an explanation is read from. It calls no service. */
interface ExplainPorts {
  definitions: Pick<Ports['definitions'], 'watches' | 'channel'>;
  states: Pick<Ports['states'], 'read'>;
  findings: Pick<Ports['findings'], 'read'>;
  windows: Pick<Ports['windows'], 'covering'>;
  alerts: Pick<Ports['alerts'], 'get'>;
  messages: Pick<Ports['messages'], 'get'>;
  stories: Pick<Ports['stories'], 'read'>;
}

/** What became of an alert, and what first found its first item. It says the same after its watch is removed. */
export async function explainAlert(
  stored: StoredAlert,
  ports: Pick<ExplainPorts, 'messages'>,
): Promise<Explanation> {
  const explained = await explainState(stored, ports);
  const { judged } = stored.alert;
  if (!judged) return explained;
  const word = judged.relevant ? 'relevant' : 'probably not about you';
  return {
    ...explained,
    text: `${explained.text} Model ${judged.model} called it ${word}: ${judged.reason}`,
  };
}

async function explainState(
  { alert, state }: StoredAlert,
  { messages }: Pick<ExplainPorts, 'messages'>,
): Promise<Explanation> {
  const { id: alertId, watchId, timezone = 'UTC', discovery } = alert;
  const channel = laneText(alert.channel);
  const about = { alertId, timezone, ...(watchId !== undefined && { watchId }), ...foundBy(discovery) };
  if (state.state === 'dropped' && state.joinedTo)
    return { ...about, ...(await joined(state.joinedTo, { messages, channel, timezone })) };
  if (state.state !== 'notified') return { ...about, ...notNotified(state, { channel, timezone }) };
  const { messageId } = state;
  const stored = await messages.get(messageId);
  const { text, ...rest } = delivered(stored, { channel, timezone });
  const listed = !stored?.message.unlisted?.includes(alertId);
  const summary = ' In the message it is counted in the summary, not listed.';
  return { ...about, messageId, ...rest, text: listed ? text : text + summary, ...(!listed && { listed }) };
}

/** Where an alert goes, and the zone of its times. */
interface ChannelZone {
  channel: string;
  timezone: string;
}

const HELD: Readonly<Record<HoldReason, string>> = {
  'quiet-hours': 'the quiet hours of the channel end',
  brief: 'the brief of the channel is due',
  group: 'the alerts of its group are sent',
  'storm-cap': 'the message limit of the channel allows another message',
};

function notNotified(
  state: Exclude<AlertState, { state: 'notified' }>,
  { channel, timezone }: ChannelZone,
): Explanation {
  switch (state.state) {
    case 'pending': {
      const { dueAt, heldFor } = state;
      if (heldFor === undefined)
        return {
          standing: 'on-its-way',
          dueAt,
          text: `Its alert is due on channel ${channel}. The next sweep sends it.`,
        };
      return {
        standing: heldFor === 'storm-cap' ? 'storm-cap' : 'held',
        dueAt,
        text: `Its alert waits on channel ${channel} until ${HELD[heldFor]}: ${namedTime(dueAt, timezone)}.`,
      };
    }
    case 'silenced':
      return {
        standing: 'silenced',
        text: `Silence ${state.silenceId} mutes its alert: ${state.reason}. The alert is stored and not sent. Run bellwether silence to list or end silences.`,
      };
    case 'dropped':
      return { standing: 'dropped', text: `Its alert was dropped: ${state.reason}.` };
  }
}

/** Its story was sent in the message of another watch, if that was sent. */
async function joined(
  joinedTo: JoinedTo,
  { messages, ...place }: ChannelZone & Pick<ExplainPorts, 'messages'>,
): Promise<Explanation> {
  const { watchId, alertId, messageId } = joinedTo;
  const { text } = delivered(await messages.get(messageId), place);
  return {
    standing: 'joined',
    messageId,
    joinedTo,
    text: `Its story was joined to alert ${alertId} of watch ${watchId}, of which the channel had been notified, so it was not sent again. Of that message: ${text}`,
  };
}

function delivered(
  stored: Awaited<ReturnType<ExplainPorts['messages']['get']>>,
  { channel, timezone }: ChannelZone,
): Explanation {
  if (!stored)
    return {
      standing: 'notified',
      text: `It was sent to channel ${channel}. Its message is no longer stored.`,
    };
  const { state, tries, error = 'unknown reason', snsMessageId, retryAt } = stored.delivery;
  switch (state) {
    case 'accepted':
      return {
        standing: 'notified',
        text: `It was sent to channel ${channel}. SNS accepted the message of ${namedTime(stored.message.createdAt, timezone)} (${snsMessageId ?? 'without an id'}). If someone did not receive it, run bellwether status to see which subscriptions are confirmed.`,
      };
    case 'dead':
      return {
        standing: 'failed-delivery',
        text: `SNS rejected its message ${tries === 1 ? 'once, and' : `${tries} times,`} for good: ${error}. Run bellwether redrive to send it again.`,
      };
    case 'failed':
      return {
        standing: 'failed-delivery',
        dueAt: retryAt,
        text: `SNS rejected its message: ${error}. The next try is at ${namedTime(retryAt, timezone)}.`,
      };
    case 'pending':
    case 'claimed':
    case 'unsure':
      return {
        standing: 'on-its-way',
        dueAt: retryAt,
        text: `Its message to channel ${channel} is being sent.`,
      };
  }
}
