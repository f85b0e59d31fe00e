import type { AlertItem, JoinedTo } from '../../domain/alerts/alert.ts';
import type { DeliveryState } from '../../domain/alerts/message.ts';
import { laneText, TRANSPORT_TITLES, transportOf } from '../../domain/channels/channel.ts';
import type { Discovery } from '../../domain/findings/finding.ts';
import type { Receipt } from '../../domain/pages/receipt.ts';
import type { Window } from '../../domain/time/instant.ts';
import { WATCH_KINDS, windowRuleOf } from '../../domain/watches/watch.ts';
import { formatCount, formatNumber, HOLD_REASON_NAMES } from '../text/format-values.ts';
import { html, type Html } from '../text/html.ts';
import { newsText, publishedIn, timeIn } from './page-elements.ts';

interface Step {
  at?: number | undefined;
  /** Instead of `at`, where the service does not know the time. */
  when?: Html;
  text: Html;
}

/** What happened to an alert, from the publication of its item to the last try to send it, in order. */
export function receiptSteps(receipt: Receipt): Html {
  return stepList([...findingSteps(receipt), ...sendingSteps(receipt)], receipt);
}

/** What happened to the alert on another lane of its channel. */
export function sendingOn({ state, delivered }: Receipt['others'][number], receipt: Receipt): Html {
  const { alert, timezone } = receipt;
  return stepList(sendingSteps({ alert, state, timezone, ...(delivered && { delivered }) }), receipt);
}

function stepList(steps: readonly Step[], { timezone }: Pick<Receipt, 'timezone'>): Html {
  return html`<ol class="steps">${steps.map(
    ({ at, when = at === undefined ? html`<span class="when"></span>` : timeIn(at, timezone), text }) =>
      html`<li>${when}<div>${text}</div></li>`,
  )}</ol>`;
}

/** What the time is at which a poller of our own had an item, by the kind of its watch. */
const SEEN: Readonly<Record<string, string>> = {
  feeds: 'First seen in its feed.',
  world: 'Read in the archive.',
};

function findingSteps({ alert, findings, missed = [], timezone }: Receipt): Step[] {
  const [item] = alert.items;
  const [stored] = findings;
  const steps: Step[] = [];
  // Of several items the first one has led to the alert.
  const count = alert.items.length;
  const which = count > 1 && ` This is the first of ${formatNumber(count)} items.`;
  if (item?.publishedAt !== undefined)
    steps.push({ when: publishedIn(item, timezone), text: html`Published.${which}` });
  if (item && isParseTimeKnown(alert.watchKind, item))
    steps.push({
      at: item.indexedAt,
      text: html`${SEEN[alert.watchKind ?? ''] ?? 'Parsed by the service.'}${item.publishedAt === undefined && which}`,
    });
  if (alert.discovery && item)
    steps.push({ at: stored?.foundAt, text: foundByText(alert.discovery, timezone) });
  else if (stored) steps.push({ at: stored.foundAt, text: html`Found.` });
  if (missed.length > 0) steps.push({ text: missedText(missed, timezone) });
  return [...steps, { at: alert.createdAt, text: html`Alert created.` }];
}

/** When the feeds may have shown items that nobody saw, or the archive had files that were not whole. */
function missedText(missed: readonly Window[], timezone: string): Html {
  return html`Possibly missed: items may have come and gone unseen ${missed.map(
    ({ from, to }, index) =>
      html`${index > 0 && ', '}from ${timeIn(from, timezone)} to ${timeIn(to, timezone)}`,
  )}. Nothing is concluded from their absence. <code>bellwether status</code> says what could not be read.`;
}

/** A kind whose windows use the time of publication has no time of parsing. */
function isParseTimeKnown(kind: string | undefined, { publishedPrecision }: AlertItem): boolean {
  const known = WATCH_KINDS.find((one) => one === kind);
  return publishedPrecision === undefined || !known || windowRuleOf(known)?.time !== 'published';
}

/** Which window, run and request found an item. */
function foundByText({ window, run, requestId, hits, late }: Discovery, timezone: string): Html {
  const where =
    window && html` in the window from ${timeIn(window.from, timezone)} to ${timeIn(window.to, timezone)}`;
  return html`Found${where}. ${runText(run, timezone)}${
    hits !== undefined && ` The service counted ${formatCount(hits, 'match')} in this window.`
  }${late && ' The daily recount found it.'}${requestId !== undefined && html` Request id: <code>${newsText(requestId, 100)}</code>.`}`;
}

function runText({ id, track, scheduledFor }: Discovery['run'], timezone: string): Html {
  const name = track === 'backfill' ? 'Backfill' : scheduledFor === undefined ? 'Job' : 'Run';
  const time = scheduledFor !== undefined && html` of ${timeIn(scheduledFor, timezone)}`;
  return html`${name}${time}: <code>${newsText(id, 100)}</code>.`;
}

function sendingSteps({
  alert,
  state,
  delivered: sent,
  timezone,
}: Pick<Receipt, 'alert' | 'state' | 'delivered' | 'timezone'>): Step[] {
  switch (state.state) {
    case 'pending':
      return [
        {
          at: state.dueAt,
          text: html`Due to be sent.${state.heldFor !== undefined && ` It waits until then (${HOLD_REASON_NAMES[state.heldFor]}).`}`,
        },
      ];
    case 'silenced':
      return [
        {
          text: html`Muted by silence <code>${state.silenceId}</code>: ${newsText(state.reason)}. The alert is stored and not sent.`,
        },
      ];
    case 'dropped':
      return state.joinedTo
        ? joinedSteps(state.joinedTo, { sent, timezone })
        : [{ text: html`Dropped and not sent: ${newsText(state.reason)}.` }];
    case 'notified':
      return sent
        ? messageSteps(sent, { timezone, alertId: alert.id })
        : [{ text: html`Sent in message <code>${state.messageId}</code>.` }];
  }
}

function joinedSteps(
  { alertId, watchId, messageId }: JoinedTo,
  { sent, timezone }: { sent: Receipt['delivered']; timezone: string },
): Step[] {
  const step = {
    text: html`Joined and not sent again: watch ${newsText(watchId)} had notified the channel of its story, with alert <code>${alertId}</code> in message <code>${messageId}</code>.`,
  };
  const [, ...ofMessage] = sent ? messageSteps(sent, { timezone, alertId }) : [];
  return [step, ...ofMessage];
}

const DELIVERY: Readonly<Record<DeliveryState, string>> = {
  pending: 'Waiting to be sent.',
  claimed: 'Being sent.',
  accepted: 'SNS accepted the message.',
  unsure: 'The answer of SNS was lost. The same text will be sent again.',
  failed: 'SNS rejected the message. It will be sent again.',
  dead: 'SNS rejected the message for good, and no one received it. Run bellwether redrive to send it again.',
};

/** What the transport of a lane did. */
function deliveryText(state: DeliveryState, lane: string): string {
  return DELIVERY[state].replace('SNS', senderOf(lane));
}

function senderOf(lane: string): string {
  const transport = transportOf(lane);
  if (transport === undefined) return 'SNS';
  return transport === 'webhook' ? 'The webhook' : TRANSPORT_TITLES[transport];
}

function messageSteps(
  { message, delivery }: NonNullable<Receipt['delivered']>,
  { timezone, alertId }: { timezone: string; alertId: string },
): Step[] {
  const { state, tries, retryAt, snsMessageId, error } = delivery;
  const others = message.alertIds.length - 1;
  const isRetried = state === 'failed' || state === 'unsure';
  return [
    {
      at: message.createdAt,
      text: html`Added to message <code>${message.id}</code> for channel ${laneText(message.channel)}${
        others > 0 && `, with ${formatCount(others, 'other alert')}`
      }.${message.unlisted?.includes(alertId) && ' It is counted in the summary of the message, not listed.'}`,
    },
    {
      text: html`${deliveryText(state, message.channel)} Tries: ${tries}.${
        snsMessageId !== undefined &&
        html` ${senderOf(message.channel)} message id: <code>${snsMessageId}</code>.`
      }${error !== undefined && html` Error: ${newsText(error)}.`}${
        isRetried && html` Next try: ${timeIn(retryAt, timezone)}.`
      }`,
    },
  ];
}
