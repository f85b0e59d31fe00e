import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { isAuthentic } from './check-signature.ts';
import { listenOnLoopback, readBody } from '../../infra/local/listen-on-loopback.ts';
import {
  openSesAccount,
  putEvents,
  readAccount,
  sendEmail,
  type SesAccount,
  type StandInAnswer,
  type StandInRequest,
} from './aws-transports.ts';
import {
  areTooLong,
  openSlackWorkspace,
  slackWebhookSchema,
  type SlackWorkspace,
} from './slack-workspace.ts';
import { parseJson } from '../../shared/contracts/parse-as.ts';
import { answerOfMessenger } from './messengers.ts';

// What a workflow of Teams takes. Sources: schemas/1.4.0/adaptive-card.json of
// https://github.com/microsoft/AdaptiveCards, of which this has the elements that we use, without its other keys and
// spellings; every kind of message of test/shared/render/chat was valid by that file as a whole, too. `msteams` is not
// in it: https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format.
// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using (28 KB a
// message).

/** In bytes. */
export const LARGEST_CARD = 28 * 1_024;

const url = z.url();
const size = z.enum(['Default', 'Small', 'Medium', 'Large', 'ExtraLarge']);
const spacing = {
  separator: z.boolean().optional(),
  spacing: z.enum(['Default', 'None', 'Small', 'Medium', 'Large', 'ExtraLarge', 'Padding']).optional(),
  id: z.string().optional(),
};

const textBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: z.string().min(1),
  wrap: z.boolean().optional(),
  weight: z.enum(['Default', 'Lighter', 'Bolder']).optional(),
  size: size.optional(),
  color: z.enum(['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention']).optional(),
  isSubtle: z.boolean().optional(),
  ...spacing,
});
const factSet = z.strictObject({
  type: z.literal('FactSet'),
  facts: z.array(z.strictObject({ title: z.string(), value: z.string() })).min(1),
  ...spacing,
});
const actionSet = z.strictObject({
  type: z.literal('ActionSet'),
  actions: z
    .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url }))
    .min(1)
    .max(6),
  ...spacing,
});
const container = z.strictObject({
  type: z.literal('Container'),
  items: z.array(z.discriminatedUnion('type', [textBlock, factSet, actionSet])).min(1),
  ...spacing,
});

/** The body of a post to a workflow. */
export const teamsSchema = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null().optional(),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4']),
          msteams: z.strictObject({ width: z.literal('Full') }).optional(),
          body: z.array(z.discriminatedUnion('type', [textBlock, factSet, actionSet, container])).min(1),
        }),
      }),
    )
    .length(1),
});

// What Events v2 takes. Source: https://developer.pagerduty.com/docs/send-alert-event (512 KB a request, 1,024
// characters of a summary, 255 of a key).

/** In bytes. */
const LARGEST_EVENT = 512 * 1_024;

const key = { routing_key: z.string().length(32), dedup_key: z.string().min(1).max(255) };

/** One event. An acknowledgement or a resolution has no payload. */
export const pagerSchema = z.discriminatedUnion('event_action', [
  z.strictObject({
    event_action: z.literal('trigger'),
    ...key,
    payload: z.strictObject({
      summary: z.string().min(1).max(1_024),
      source: z.string().min(1),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime().optional(),
      component: z.string().optional(),
      group: z.string().optional(),
      class: z.string().optional(),
      custom_details: z.record(z.string(), z.unknown()).optional(),
    }),
    links: z.array(z.strictObject({ href: z.url(), text: z.string().optional() })).optional(),
    images: z.array(z.unknown()).optional(),
    client: z.string().optional(),
    client_url: z.url().optional(),
  }),
  z.strictObject({ event_action: z.enum(['acknowledge', 'resolve']), ...key }),
]);

/**
 * Stand-ins of the services that transports send to, on one port of this machine. They refuse what the services
 * refuse.
 */
export interface TransportServices {
  /** `http://127.0.0.1:PORT` */
  url: string;
  slack: SlackWorkspace;
  /** Mail through SES is in its account. */
  ses: SesAccount;
  /** What was accepted, by path, oldest first. Slack's posts by token are in its workspace. */
  taken: StandInRequest[];
  /**
   * Called before each request. `lost-answer`: the request is done and the connection breaks. An answer: nothing is
   * done, and this is what the service says.
   */
  trouble: (request: StandInRequest) => 'lost-answer' | StandInAnswer | undefined;
  close: () => Promise<void>;
}

/** Larger than any service takes. */
const LARGEST = 1_000_000;

/**
 * Serves the messengers of `messengers.ts`, `/slack/api/METHOD` (Web API), `/slack/hook` (incoming webhook), `/teams` (workflow),
 * `/pagerduty/v2/enqueue`, `/webhook` (any receiver of ours), PutEvents of EventBridge at `/`, and SendEmail of SES at
 * its path.
 */
export async function startTransportServices({
  slackToken = 'xoxb-stand-in',
} = {}): Promise<TransportServices> {
  const services: Omit<TransportServices, 'url' | 'close'> = {
    slack: openSlackWorkspace(slackToken),
    ses: openSesAccount(),
    taken: [],
    trouble: () => undefined,
  };
  const server = createServer((request, response) => void serve(request, response, services));
  const port = await listenOnLoopback(server, 0);
  return Object.assign(services, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  services: Omit<TransportServices, 'url' | 'close'>,
): Promise<void> {
  const body = (await readBody(request, LARGEST))?.toString('utf8');
  const given = {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: request.headers,
    body: body ?? '',
  };
  const trouble = services.trouble(given);
  const answer =
    typeof trouble === 'object'
      ? trouble
      : request.method === 'POST' || request.method === 'PUT'
        ? answerOf(given, { services, isLarge: body === undefined })
        : readingOf(given, services);
  if (trouble === 'lost-answer') {
    request.socket.destroy();
    return;
  }
  response.writeHead(answer.status, answer.headers ?? {});
  response.end(answer.body);
}

/** Only SES is read from by GET. */
function readingOf(request: StandInRequest, { ses }: Pick<TransportServices, 'ses'>): StandInAnswer {
  if (!request.path.startsWith('/v2/email/')) return { status: 405, body: '' };
  return signed(request, () => readAccount(request.path, ses), 'GET');
}

function answerOf(
  request: StandInRequest,
  { services, isLarge }: { services: Omit<TransportServices, 'url' | 'close'>; isLarge: boolean },
): StandInAnswer {
  const { path, headers, body } = request;
  if (isLarge) return { status: 413, body: 'Payload Too Large' };
  if (path.startsWith('/slack/api/')) {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    const answer = services.slack.call(path.slice('/slack/api/'.length), { token, body });
    return { status: 200, body: JSON.stringify(answer), headers: { 'content-type': 'application/json' } };
  }
  if (path === '/v2/email/outbound-emails') return signed(request, () => sendEmail(request, services.ses));
  const answer = answerOfMessenger(request) ??
    SERVICES[path]?.(request) ?? { status: 404, body: 'no_service' };
  if (answer.isTaken ?? answer.status < 300) services.taken.push(request);
  return answer;
}

const SERVICES: Readonly<Record<string, (request: StandInRequest) => StandInAnswer>> = {
  '/slack/hook': ({ body }) => {
    const parsed = slackWebhookSchema.safeParse(parseJson(body));
    const isValid = parsed.success && !areTooLong(parsed.data.blocks);
    return isValid ? { status: 200, body: 'ok' } : { status: 400, body: 'invalid_payload' };
  },
  '/teams': ({ body }) => {
    if (Buffer.byteLength(body) > LARGEST_CARD) return { status: 413, body: 'RequestEntityTooLarge' };
    const isValid = teamsSchema.safeParse(parseJson(body)).success;
    return isValid ? { status: 202, body: '' } : { status: 400, body: 'Bad payload received' };
  },
  '/pagerduty/v2/enqueue': ({ body }) => {
    if (Buffer.byteLength(body) > LARGEST_EVENT) return { status: 413, body: '' };
    const parsed = pagerSchema.safeParse(parseJson(body));
    if (!parsed.success)
      return {
        status: 400,
        body: JSON.stringify({ status: 'invalid event', errors: [parsed.error.message] }),
      };
    const dedup_key = parsed.data.dedup_key;
    return {
      status: 202,
      body: JSON.stringify({ status: 'success', message: 'Event processed', dedup_key }),
    };
  },
  '/webhook': () => ({ status: 204, body: '' }),
  '/': (request) => signed(request, () => putEvents(request)),
};

/** What a service of AWS answers, if the request has its signature. */
function signed(request: StandInRequest, answer: () => StandInAnswer, method = 'POST'): StandInAnswer {
  const { path: url, headers, body } = request;
  return isAuthentic({ method, url, headers }, body)
    ? answer()
    : { status: 403, body: JSON.stringify({ __type: 'InvalidSignatureException' }) };
}
