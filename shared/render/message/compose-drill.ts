import type { Message, MessageTexts } from '../../domain/alerts/message.ts';
import {
  type Channel,
  channelNameOf,
  type TransportName,
  transportOf,
} from '../../domain/channels/channel.ts';
import type { DrillTarget } from '../../domain/channels/drill.ts';
import { idOf } from '../../domain/lib/hash.ts';
import { drillLink, type PageLinks } from '../../domain/pages/signed-link.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import { smsParts } from './alerts-sms.ts';
import { emailText } from './compose-message.ts';
import type { FormOf, MessageView } from './message-view.ts';
import { subjectLine } from './view-message.ts';

const TITLE = 'TEST: this is a drill, and no news';
const WHAT =
  'Bellwether tries whether its messages reach you. Nothing has happened. Please open the link and press the button, so that your team knows that this message has arrived.';

interface To {
  lane: Channel;
  targets: readonly DrillTarget[];
  now: Instant;
}

/**
 * Composes the messages of a drill for one lane. Each is labelled as a test in its first words, in the form that the
 * transport takes, with a link of its own for each way: what is confirmed behind it names the way. PagerDuty also
 * gets the end of the incident that the test opens. Programs get the usual document without alerts, and `drill`
 * beside.
 *
 * @param forms those of the transports that take a form of their own.
 */
export function composeDrillWithLinks(
  links: PageLinks | undefined,
  forms: Readonly<Partial<Record<TransportName, FormOf>>> = {},
) {
  return ({ id }: { id: string }, { lane, targets, now }: To): Message[] => {
    const channel = channelNameOf(lane.name);
    const transport = transportOf(lane.name);
    const confirmOf = (by: string) => links && drillLink(id, { ...links, target: `${channel}~${by}` });
    const message = (texts: MessageTexts, part: string): Message => ({
      id: idOf('message', 'drill', id, lane.name, part),
      channel: lane.name,
      alertIds: [],
      severity: 'info',
      texts,
      attributes: { kind: 'drill' },
      createdAt: now,
      expiresAt: now + DAY,
    });
    const has = (by: string) => targets.some((target) => target.by === by);
    const confirm = confirmOf(transport ?? (has('https') ? 'https' : 'queue'));
    const view = viewOf({ id, channel, confirm: confirmOf(transport ?? 'email') });
    const form = transport && forms[transport]?.(view, lane);
    const texts = {
      subject: subjectLine(view.subject),
      email: emailText(view).text,
      ...(has('sms') && { sms: smsText(confirmOf('sms')) }),
      json: form ? '{}' : documentOf({ id, channel, confirm }),
      ...(form && { body: form.body }),
    };
    const sent = message(texts, 'begin');
    return transport === 'pagerduty' && form ? [sent, message({ ...texts, body: endOf(id) }, 'end')] : [sent];
  };
}

interface About {
  id: string;
  channel: string;
  /** The link by which people confirm. Undefined while the key that signs links cannot be read. */
  confirm: string | undefined;
}

function keyOf(id: string): string {
  return `drill-${id}`;
}

/** The end of the incident that the test opens at PagerDuty. */
function endOf(id: string): string {
  return JSON.stringify({ events: [{ event_action: 'resolve', dedup_key: keyOf(id) }] });
}

function viewOf({ id, channel, confirm }: About): MessageView {
  return {
    subject: { isCritical: false, sender: 'Bellwether', title: TITLE, more: 0 },
    channel,
    severity: 'info',
    because: 'group',
    stories: [
      {
        key: keyOf(id),
        alertIds: [],
        headline: TITLE,
        severity: 'info',
        isNews: false,
        notes: [WHAT],
        facts: [
          { name: 'Drill', value: id },
          { name: 'Channel', value: channel },
        ],
        topics: [],
        ...(confirm !== undefined && { link: confirm }),
        examples: [],
        foundBy: [],
        moreWatches: 0,
        links: {},
      },
    ],
    count: 1,
    critical: 0,
    footer: `You receive this because somebody who runs Bellwether has started a drill of channel ${channel}.`,
  };
}

/** The link is left out where the text would become a second part with it. */
function smsText(confirm: string | undefined): string {
  const text = 'TEST by Bellwether, no news.';
  const whole = `${text} Confirm: ${confirm ?? ''}`;
  return confirm !== undefined && smsParts(whole) === 1 ? whole : `${text} Tell your team that you got it.`;
}

function documentOf({ id, channel, confirm }: About): string {
  return JSON.stringify({
    v: 1,
    channel,
    because: 'group',
    count: 0,
    critical: 0,
    alerts: [],
    stories: [],
    drill: { id, text: `${TITLE}. ${WHAT}`, confirm },
  });
}
