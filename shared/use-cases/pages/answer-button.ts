import { PROTOCOLS } from '../../domain/alerts/message.ts';
import { channelNameOf, TRANSPORTS } from '../../domain/channels/channel.ts';
import { isUnsubscribed, maskedAddress, recipientId } from '../../domain/channels/unsubscribed.ts';
import { defined } from '../../domain/lib/fields.ts';
import type { DrillView, UnsubscribeView } from '../../domain/pages/receipt.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import { formToken, type LinkKeys } from '../../domain/pages/signed-link.ts';
import { DAY } from '../../domain/time/instant.ts';
import { formFields, formOpenedAt, type PagePorts, type LinkRequest } from './page-ports.ts';

/** A recipient of a lane: what its link signs. */
interface Subject {
  lane: string;
  recipient: string;
  keys: LinkKeys;
  ports: PagePorts;
}

/** What mail programs post (RFC 8058, section 3.1). The button of the page posts the same. */
const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };

/**
 * Answers the link by which a recipient of mail unsubscribes. A GET shows a page with one button and changes nothing:
 * scanners follow every link. A POST unsubscribes, without cookies and from anywhere: it is sent by the program or the
 * provider of the recipient (RFC 8058). Sending it twice is the same. Only the page itself can undo it.
 */
export async function answerUnsubscribe(
  { request, keys, id: recipient, rest: [lane = ''] }: LinkRequest,
  ports: PagePorts,
): Promise<HttpAnswer> {
  const subject = { lane, recipient, keys, ports };
  if (request.method === 'POST') return answerForm(request, subject);
  return ports.pages.unsubscribe(await readView(subject));
}

async function answerForm(request: HttpRequest, subject: Subject): Promise<HttpAnswer> {
  const { ports } = subject;
  if (isOneClick(request)) {
    await unsubscribe(subject);
    return ports.pages.unsubscribe({ ...(await readView(subject)), done: 'unsubscribed' });
  }
  const given = {
    purpose: undoPurpose(subject),
    keys: subject.keys,
    now: ports.clock.now(),
    token: formFields(request).get('undo') ?? '',
  };
  if (formOpenedAt(request, given) === undefined) return ports.pages.refusedForm();
  await undo(subject);
  return ports.pages.unsubscribe({ ...(await readView(subject)), done: 'undone' });
}

/** Both forms of a body that RFC 8058 allows: `application/x-www-form-urlencoded` and `multipart/form-data`. */
function isOneClick(request: HttpRequest): boolean {
  const { name, value } = ONE_CLICK;
  if (formFields(request).get(name) === value) return true;
  if (!(request.headers['content-type'] ?? '').startsWith('multipart/form-data')) return false;
  const text = new TextDecoder().decode(request.body);
  return /name="?List-Unsubscribe"?[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\nOne-Click\r?\n/i.test(text);
}

async function unsubscribe({ lane, recipient, ports }: Subject): Promise<void> {
  const was = await ports.unsubscriptions.get(lane, recipient);
  if (was && was.undoneAt === undefined) return;
  await ports.unsubscriptions.put({ lane, recipient, at: ports.clock.now() });
}

async function undo({ lane, recipient, ports }: Subject): Promise<void> {
  const was = await ports.unsubscriptions.get(lane, recipient);
  if (!was || was.undoneAt !== undefined) return;
  await ports.unsubscriptions.put({ ...was, undoneAt: ports.clock.now() });
}

async function readView(subject: Subject): Promise<UnsubscribeView> {
  const { lane, recipient, keys, ports } = subject;
  const name = channelNameOf(lane);
  const [channel, record] = await Promise.all([
    ports.definitions.channel(name),
    ports.unsubscriptions.get(lane, recipient),
  ]);
  const address = channel?.transports?.ses?.to.find((one) => recipientId(lane, one) === recipient);
  const isOut = record !== undefined && isUnsubscribed(recipient, [record]);
  return defined<UnsubscribeView>({
    channel: name,
    address: address === undefined ? undefined : maskedAddress(address),
    unsubscribedAt: isOut ? record.at : undefined,
    undo: isOut ? formToken(undoPurpose(subject), { keys, now: ports.clock.now() }) : undefined,
    timezone: channel?.timezone ?? 'UTC',
  });
}

function undoPurpose({ lane, recipient }: Subject): string {
  return `subscribe again ${recipient} ${lane}`;
}

const KEPT = 400 * DAY;

/**
 * Answers the link of a drill. A GET shows one button and changes nothing: scanners of mail follow every link. A POST
 * with the token of the page confirms that the message has reached a person by this way; sending it twice is the same.
 */
export async function answerDrill(
  { request, keys, id, rest: [target = ''] }: LinkRequest,
  ports: PagePorts,
): Promise<HttpAnswer | undefined> {
  const stored = await ports.drills.read(id);
  const [channel = '', by = ''] = target.split('~');
  if (!stored || ![...PROTOCOLS, ...TRANSPORTS].some((one) => one === by)) return undefined;
  const now = ports.clock.now();
  const purpose = `confirm ${id} ${target}`;
  const zone = (await ports.definitions.channel(channel))?.timezone ?? 'UTC';
  const view = async (token?: string): Promise<HttpAnswer> => {
    const read = await ports.drills.read(id);
    const confirmed = (read?.confirmations ?? []).filter((one) => one.channel === channel && one.by === by);
    const { beganAt } = stored.drill;
    return ports.pages.drill(
      defined<DrillView>({ channel, by, beganAt, timezone: zone, confirmed: confirmed.length, token }),
    );
  };
  if (request.method === 'GET') return view(formToken(purpose, { keys, now }));
  const at = formOpenedAt(request, { purpose, keys, now });
  if (at === undefined) return ports.pages.refusedForm();
  await ports.drills.confirm(id, { channel, by, at }, stored.drill.beganAt + KEPT);
  return view();
}
