import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { parseJson } from '../../shared/contracts/parse-as.ts';

// What SendEmail of SES takes. Sources: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html and
// API_MessageHeader (15 headers, 126 characters of a name, 870 of a value, printable ASCII),
// https://docs.aws.amazon.com/ses/latest/dg/quotas.html (50 recipients, 40 MB),
// https://docs.aws.amazon.com/ses/latest/dg/header-fields.html (the twelve headers that SES sets itself, word for
// word, and those that may appear once; here none may appear twice),
// https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html (the sandbox: 1 mail a second, 200 a day,
// to verified addresses), https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html (its errors),
// and RFC 8058.

/** An account of SES in one region. */
export interface SesAccount {
  /** Addresses and domains. */
  verified: Set<string>;
  /** Those of them without DKIM. */
  unsigned: Set<string>;
  /** In it, recipients must be verified too. */
  isInSandbox: boolean;
  isSuspended: boolean;
  /** How many more mails it takes before it throttles. */
  room: number;
  mails: SesMail[];
}

/** A mail that was accepted. */
interface SesMail {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** Outside of the sandbox, with the domain acme.example. */
export function openSesAccount(): SesAccount {
  return {
    verified: new Set(['acme.example']),
    unsigned: new Set(),
    isInSandbox: false,
    isSuspended: false,
    room: Number.POSITIVE_INFINITY,
    mails: [],
  };
}

/** In bytes, after encoding. */
const LARGEST = 40 * 1_024 * 1_024;
const MOST_RECIPIENTS = 50;

/** Headers that SES sets itself: SendEmail with simple content refuses them. */
const OWN_HEADERS = new Set(
  'bcc cc content-disposition content-type date from message-id mime-version reply-to return-path subject to'.split(
    ' ',
  ),
);

const charset = z.enum(['UTF-8', 'ISO-8859-1', 'Shift_JIS']).optional();
const content = z.strictObject({ Data: z.string(), Charset: charset });
const header = z.strictObject({
  Name: z
    .string()
    .regex(/^[!-9;-@A-~]+$/)
    .max(126)
    .refine((name) => !OWN_HEADERS.has(name.toLowerCase())),
  Value: z
    .string()
    .regex(/^[ -~]*$/)
    .min(1)
    .max(870),
});
const address = z
  .string()
  .regex(/^[!-~]+@[!-~]+$/)
  .max(320);
const addresses = z.array(address).optional();

const orderSchema = z.strictObject({
  FromEmailAddress: address,
  Destination: z.strictObject({
    ToAddresses: addresses,
    CcAddresses: addresses,
    BccAddresses: addresses,
  }),
  Content: z.strictObject({
    Simple: z.strictObject({
      // A subject on several lines would begin another header.
      Subject: content.refine(({ Data }) => !/[\r\n]/.test(Data)),
      Body: z
        .strictObject({ Text: content.optional(), Html: content.optional() })
        .refine(({ Text, Html }) => Text !== undefined || Html !== undefined),
      Headers: z
        .array(header)
        .max(15)
        .refine((all) => new Set(all.map(({ Name }) => Name.toLowerCase())).size === all.length)
        .refine(isOneClick)
        .optional(),
    }),
  }),
});

/** RFC 8058: the one header needs the other, with one address of https. */
function isOneClick(headers: readonly { Name: string; Value: string }[]): boolean {
  const valueOf = (name: string) => headers.find(({ Name }) => Name.toLowerCase() === name)?.Value;
  const post = valueOf('list-unsubscribe-post');
  if (post === undefined) return true;
  return (
    post === 'List-Unsubscribe=One-Click' && /<https:\/\/[^<>\s]+>/.test(valueOf('list-unsubscribe') ?? '')
  );
}

/** Answers SendEmail. */
export function sendEmail({ body }: StandInRequest, account: SesAccount): StandInAnswer {
  if (account.isSuspended) return failure(400, 'AccountSuspendedException', 'Account is suspended');
  if (Buffer.byteLength(body) > LARGEST) return failure(400, 'MessageRejected', 'Message length is too long');
  const parsed = orderSchema.safeParse(parseJson(body));
  if (!parsed.success) return failure(400, 'BadRequestException', z.prettifyError(parsed.error));
  const { FromEmailAddress: from, Destination, Content } = parsed.data;
  const all = [Destination.ToAddresses, Destination.CcAddresses, Destination.BccAddresses].flatMap(
    (some) => some ?? [],
  );
  if (all.length === 0) return failure(400, 'BadRequestException', 'Missing final recipients');
  if (all.length > MOST_RECIPIENTS) return failure(400, 'BadRequestException', 'Recipient count exceeds 50.');
  const unverified = [from, ...(account.isInSandbox ? all : [])].filter((one) => !isVerified(one, account));
  if (unverified.length > 0)
    return failure(
      400,
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region EU-WEST-1: ${unverified.join(', ')}`,
    );
  if (account.room <= 0) return failure(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.');
  account.room -= 1;
  const { Subject, Body, Headers = [] } = Content.Simple;
  account.mails.push({
    from,
    to: all.join(', '),
    subject: Subject.Data,
    text: Body.Text?.Data ?? '',
    html: Body.Html?.Data ?? '',
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
  });
  return { status: 200, body: JSON.stringify({ MessageId: `mail-${account.mails.length}` }) };
}

/** Answers GetAccount and GetEmailIdentity, as far as `doctor` reads them. */
export function readAccount(path: string, account: SesAccount): StandInAnswer {
  const { isInSandbox, isSuspended, verified, unsigned } = account;
  if (path === '/v2/email/account')
    return answered({ ProductionAccessEnabled: !isInSandbox, SendingEnabled: !isSuspended });
  const name = decodeURIComponent(path.replace('/v2/email/identities/', ''));
  if (!verified.has(name)) return failure(404, 'NotFoundException', `Email identity ${name} does not exist.`);
  const Status = unsigned.has(name) ? 'NOT_STARTED' : 'SUCCESS';
  return answered({ VerifiedForSendingStatus: true, DkimAttributes: { Status } });
}

function answered(body: object): StandInAnswer {
  return { status: 200, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** An address is verified by itself, or by its domain or one above it. */
function isVerified(address: string, { verified }: SesAccount): boolean {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  return verified.has(address) || labels.some((_, n) => verified.has(labels.slice(n).join('.')));
}

function failure(status: number, type: string, message: string): StandInAnswer {
  return { status, body: JSON.stringify({ message }), headers: { 'x-amzn-errortype': type } };
}

// What PutEvents takes. Sources: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html (10
// entries), https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html (256 KB, counted so).

/** In bytes, for all entries together. */
const LARGEST_EVENTS = 256 * 1_024;

const entrySchema = z.strictObject({
  EventBusName: z.string().min(1).max(1_600),
  Source: z.string().min(1),
  DetailType: z.string().min(1).max(128),
  Resources: z.array(z.string()).optional(),
  Detail: z.string().refine((text) => {
    const detail = parseJson(text);
    return typeof detail === 'object' && detail !== null && !Array.isArray(detail);
  }),
});
const eventsSchema = z.strictObject({ Entries: z.array(entrySchema).min(1).max(10) });

/** The buses that the account has. An event for another one fails alone, in an answer of 200. */
const BUSES = new Set(['default', 'press']);

/** Answers PutEvents of EventBridge. */
export function putEvents({ headers, body }: StandInRequest): StandInAnswer {
  if (headers['x-amz-target'] !== 'AWSEvents.PutEvents')
    return eventsFailure(400, 'UnknownOperationException');
  if (headers['content-type'] !== 'application/x-amz-json-1.1')
    return eventsFailure(400, 'SerializationException');
  const parsed = eventsSchema.safeParse(parseJson(body));
  if (!parsed.success) return eventsFailure(400, 'ValidationException');
  const entries = parsed.data.Entries;
  if (entries.reduce((sum, entry) => sum + sizeOf(entry), 0) >= LARGEST_EVENTS)
    return eventsFailure(400, 'ValidationException');
  const answered = entries.map(({ EventBusName }, n) =>
    BUSES.has(EventBusName)
      ? { EventId: `event-${n}` }
      : { ErrorCode: 'ResourceNotFoundException', ErrorMessage: `Event bus ${EventBusName} does not exist.` },
  );
  const failed = answered.filter((one) => 'ErrorCode' in one).length;
  // A request of which nothing was taken is not kept as taken: see `isTaken`.
  return {
    status: 200,
    body: JSON.stringify({ FailedEntryCount: failed, Entries: answered }),
    isTaken: failed < entries.length,
  };
}

function sizeOf({ Source, DetailType, Detail, Resources = [] }: z.infer<typeof entrySchema>): number {
  return [Source, DetailType, Detail, ...Resources].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function eventsFailure(status: number, type: string): StandInAnswer {
  return { status, body: JSON.stringify({ __type: type, message: type }) };
}

/** An answer that a stand-in gives. */
export interface StandInAnswer {
  status: number;
  body: string;
  headers?: Readonly<Record<string, string>>;
  /** Whether the service has the message. Default: when the status says so. */
  isTaken?: boolean;
}

/** What a request asked for, by path. */
export interface StandInRequest {
  method?: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
