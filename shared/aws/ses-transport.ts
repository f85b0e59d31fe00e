import * as z from 'zod';
import { parseJson, tryParse } from '../contracts/parse-as.ts';
import type { Message } from '../domain/alerts/message.ts';
import { isUnsubscribed, recipientId, withUnsubscribeLink } from '../domain/channels/unsubscribed.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../domain/lib/errors.ts';
import { type PageLinks, unsubscribeLink } from '../domain/pages/signed-link.ts';
import { DAY, type Instant, SECOND } from '../domain/time/instant.ts';
import type { Ports, Topic } from '../use-cases/ports/ports.ts';
import { type AwsAccess, awsCall } from './aws-call.ts';
import { withinDeadline } from './bounded-requests.ts';

interface SesNeeds {
  access: AwsAccess;
  /** Keeps to whom a message with several recipients has gone. */
  threads: Ports['threads'];
  unsubscriptions: Pick<Ports['unsubscriptions'], 'of'>;
  /** What signs the links to unsubscribe. Undefined while the key cannot be read: mail goes out without them. */
  links: () => Promise<PageLinks | undefined>;
  sleep: (milliseconds: number) => Promise<void>;
}

/** How long it is remembered to whom a message has gone: longer than it can be redriven. */
const KEPT = 400 * DAY;
/** No mail is begun with less time left: a request may take 10 s. */
const RESERVE = 12 * SECOND;
/** SES names no time to wait. Its rate is counted by the second, so a short wait often suffices. */
const PAUSES: readonly number[] = [SECOND, 2 * SECOND, 4 * SECOND];

const answerSchema = z.object({ MessageId: z.string().min(1) });

/**
 * SES, API v2: HTML mail with a text twin. Each recipient gets a mail of its own, because each has its own link to
 * unsubscribe, and no recipient sees another. To whom a message has gone is noted after each mail, so a repeat goes
 * to the others only; a crash or a lost answer repeats one mail at most. Whoever has unsubscribed gets none.
 */
export function sesTransport(needs: SesNeeds): Topic {
  return {
    async publish(message, lane, { deadline } = { deadline: Infinity }) {
      const settings = lane.transports?.ses;
      if (!settings) throw new PublishRefused('The lane has no settings of SES.');
      const records = await needs.unsubscriptions.of(lane.name);
      const wanted = settings.to
        .map((address) => ({ address, id: recipientId(lane.name, address) }))
        .filter(({ id }) => !isUnsubscribed(id, records));
      const links = await needs.links();
      const send = (address: string, id: string) => {
        const unsubscribe = links && unsubscribeLink(id, { ...links, lane: lane.name });
        const mail = mailOf(message, { from: settings.from, to: address, unsubscribe });
        return withinDeadline(deadline, () => sendMail(mail, { needs, deadline }));
      };
      const [only] = wanted;
      if (!only) return NOBODY;
      // The state of the message itself says whether a single mail went out.
      if (settings.to.length === 1) return send(only.address, only.id);
      return sendEach(wanted, { message, lane: lane.name, needs, send });
    },
  };
}

/** The id of a message that went to nobody, because all have unsubscribed. */
const NOBODY = 'everybody-unsubscribed';

/** Sends to those who have not got the message yet. One who is refused does not hold up the others. */
async function sendEach(
  wanted: readonly { address: string; id: string }[],
  given: {
    message: Message;
    lane: string;
    needs: SesNeeds;
    send: (address: string, id: string) => Promise<string>;
  },
): Promise<string> {
  const { message, lane, needs, send } = given;
  const key = `mail ${message.id}`;
  const sent = new Set((await needs.threads.find(lane, key))?.ref.split(' '));
  let messageId = message.id;
  const refusals: PublishRefused[] = [];
  for (const { address, id } of wanted) {
    if (sent.has(id)) continue;
    try {
      messageId = await send(address, id);
    } catch (error) {
      if (!(error instanceof PublishRefused) || error instanceof PublishThrottled) throw error;
      refusals.push(error);
      continue;
    }
    sent.add(id);
    const at = needs.access.now();
    await needs.threads.note(lane, key, {
      ref: [...sent].join(' '),
      severity: message.severity,
      at,
      until: at + KEPT,
    });
  }
  const [first] = refusals;
  if (!first) return messageId;
  throw new PublishRefused(
    `${refusals.length} of ${wanted.length} recipients did not get the mail; the others have it. ${first.message}`,
  );
}

/** Sends one mail. SES answers before it sends, so an accepted mail can still bounce. */
async function sendMail(
  mail: object,
  { needs, deadline }: { needs: SesNeeds; deadline: Instant },
): Promise<string> {
  const { access, sleep } = needs;
  const headers = { 'content-type': 'application/json' };
  for (let tries = 0; ; tries += 1) {
    const left = deadline - access.now();
    if (left < RESERVE) throw new PublishThrottled('The time of the call was up.', SECOND);
    try {
      const body = JSON.stringify(mail);
      return idIn(await awsCall(access, { path: '/v2/email/outbound-emails', headers, body }));
    } catch (error) {
      const pause = PAUSES[tries];
      const mayWait = error instanceof PublishThrottled && pause !== undefined && left > RESERVE + pause;
      if (!mayWait) throw withAdvice(error);
      await sleep(pause);
    }
  }
}

function idIn(answer: string): string {
  const parsed = tryParse(answerSchema, parseJson(answer));
  if (!parsed.success) throw new PublishUnsure('SES answered with something that its API does not describe.');
  return parsed.data.MessageId;
}

/** What a person can do about an error of SES. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /is not verified|MailFromDomainNotVerified/,
    'Verify the domain of the sender in SES, in the region of the stack. In the sandbox of SES the recipients must be verified too: ask AWS to move the account out of it.',
  ],
  [
    /not authorized|AccessDenied/,
    'A deployment allows the senders that the watches file names: deploy again. In the sandbox of SES, ask AWS to move the account out of it.',
  ],
  [
    /AccountSuspended|SendingPaused/,
    'AWS does not send for this account. Open the reputation page of SES and follow its advice.',
  ],
];

function withAdvice(error: unknown): unknown {
  if (!(error instanceof PublishRefused) || error instanceof PublishThrottled) return error;
  const advice = ADVICE.find(([about]) => about.test(error.message))?.[1];
  return advice === undefined ? error : new PublishRefused(`${error.message} ${advice}`, { cause: error });
}

/** Who sends a mail to whom, and the link by which the recipient unsubscribes. */
interface MailRoute {
  from: string;
  to: string;
  unsubscribe: string | undefined;
}

/**
 * A mail as SendEmail of SES v2 takes it. `List-Unsubscribe-Post` says that a POST to the link unsubscribes without a
 * further step (RFC 8058); both headers must be signed, which Easy DKIM of SES does. `X-Bellwether-Message` is the
 * same in each repeat.
 */
function mailOf({ id, texts }: Message, { from, to, unsubscribe }: MailRoute) {
  const headers = [
    { Name: 'X-Bellwether-Message', Value: id },
    // Answering machines do not answer such mail (RFC 3834).
    { Name: 'Auto-Submitted', Value: 'auto-generated' },
    ...(unsubscribe === undefined
      ? []
      : [
          { Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        ]),
  ];
  const html = withUnsubscribeLink(texts.body ?? '', unsubscribe);
  const text = unsubscribe === undefined ? texts.email : `${texts.email}\nUnsubscribe: ${unsubscribe}`;
  return {
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: {
      Simple: {
        Subject: part(texts.subject),
        Body: { Text: part(text), ...(html !== '' && { Html: part(html) }) },
        Headers: headers,
      },
    },
  };
}

function part(text: string) {
  return { Data: text, Charset: 'UTF-8' };
}
