import type { Receipt } from '../../../domain/pages/receipt.ts';
import { type Html, html } from '../../html/html.ts';
import { countOf, newsText, timeIn } from '../words.ts';

interface Step {
  at?: number | undefined;
  text: Html;
}

/** What happened to the alert, from the print to the last try to tell it, in order. */
export function receiptSteps(receipt: Receipt): Html {
  const { timezone } = receipt;
  const steps = [...foundSteps(receipt), ...notifiedSteps(receipt)];
  return html`<ol class="steps">${steps.map(
    ({ at, text }) =>
      html`<li>${at === undefined ? html`<span class="when"></span>` : timeIn(at, timezone)}<div>${text}</div></li>`,
  )}</ol>`;
}

function foundSteps({ alert, findings, windows, timezone }: Receipt): Step[] {
  const [item] = alert.items;
  const [stored] = findings;
  const [window] = windows;
  const steps: Step[] = [];
  if (item?.publishedAt !== undefined) steps.push({ at: item.publishedAt, text: html`Published.` });
  if (item) steps.push({ at: item.indexedAt, text: html`The service had it.` });
  if (window) {
    const ask = window.correlationId;
    steps.push({
      at: stored?.foundAt,
      text: html`Found in the window from ${timeIn(window.from, timezone)} to ${timeIn(window.to, timezone)}:
${countOf(window.matched, 'match', 'matches')}, ${window.found.toLocaleString('en')} new, ${countOf(window.calls, 'call')} to the
service${window.late && ', by the recount'}.${ask !== undefined && html` Its id of the request: <code>${newsText(ask, 100)}</code>.`}`,
    });
  } else if (stored) {
    steps.push({ at: stored.foundAt, text: html`Found.` });
  }
  return [...steps, { at: alert.createdAt, text: html`The alert was made.` }];
}

const HELD: Readonly<Record<string, string>> = {
  'quiet-hours': 'the quiet hours of the channel',
  digest: 'the digest of the channel',
  group: 'others of its group',
  'storm-cap': 'the limit of the channel: so many messages, and no more',
  rate: 'the rate of the channel',
};

function notifiedSteps({ state, told: notified, timezone }: Receipt): Step[] {
  switch (state.state) {
    case 'pending':
      return [
        {
          at: state.dueAt,
          text:
            state.heldFor === undefined
              ? html`Due to be told.`
              : html`Due to be told. It waits for ${HELD[state.heldFor] ?? state.heldFor}.`,
        },
      ];
    case 'silenced':
      return [
        {
          text: html`Muted by the silence <code>${state.silenceId}</code>: ${newsText(state.reason)}. It is kept, and not told.`,
        },
      ];
    case 'dropped':
      return [{ text: html`Dropped, and not told: ${newsText(state.reason)}.` }];
    case 'told':
      return notified
        ? messageSteps(notified, timezone)
        : [{ text: html`Told in message <code>${state.messageId}</code>.` }];
  }
}

const DELIVERY: Readonly<Record<string, string>> = {
  pending: 'It waits to be sent.',
  claimed: 'It is being sent.',
  accepted: 'SNS has taken it.',
  unsure: 'The answer of SNS was lost: it goes again, with the same text.',
  failed: 'SNS refused it: it is tried again.',
  dead: 'SNS refused it for good: it reached nobody. bellwether redrive sends it again.',
};

function messageSteps({ message, delivery }: NonNullable<Receipt['told']>, timezone: string): Step[] {
  const { state, tries, retryAt, receipt, error } = delivery;
  const others = message.alertIds.length - 1;
  const again = state === 'failed' || state === 'unsure';
  return [
    {
      at: message.createdAt,
      text: html`Put into the message <code>${message.id}</code> to the channel ${message.channel}${
        others > 0 && `, with ${countOf(others, 'other alert')}`
      }.`,
    },
    {
      text: html`${DELIVERY[state] ?? state} After ${countOf(tries, 'try', 'tries')}.${
        receipt !== undefined && html` Its id: <code>${receipt}</code>.`
      }${error !== undefined && html` The reason: ${newsText(error)}.`}${
        again && html` Again at ${timeIn(retryAt, timezone)}.`
      }`,
    },
  ];
}
