import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseJson } from '../../../shared/contracts/parse-json.ts';
import { listenOnLoopback } from '../http/listen-on-loopback.ts';
import { readBody } from '../http/read-body.ts';
import { isAuthentic } from '../aws/wire/check-signature.ts';
import { putEvents } from './event-bus.ts';
import { LARGEST_CARD, teamsSchema } from './card-rules.ts';
import { LARGEST_EVENT, pagerSchema } from './pager-rules.ts';
import { openSesAccount, readAccount, sendEmail, type SesAccount } from './ses-account.ts';
import { areTooLong, slackWebhookSchema } from './slack-rules.ts';
import type { StandInAnswer, StandInRequest } from './stand-in.ts';
import { openSlackWorkspace, type SlackWorkspace } from './slack-workspace.ts';

/** Stand-ins of the services that transports send to, on one port of this machine. They refuse what the services refuse. */
export interface TransportServices {
  /** `http://127.0.0.1:PORT` */
  url: string;
  slack: SlackWorkspace;
  /** Mail through SES is in its account. */
  ses: SesAccount;
  /** What was accepted, by path, oldest first. Slack's posts by token are in its workspace. */
  taken: StandInRequest[];
  /**
   * Called before each request. `lost-answer`: the request is done and the connection breaks. An answer: nothing is done, and this
   * is what the service says.
   */
  trouble: (request: StandInRequest) => 'lost-answer' | StandInAnswer | undefined;
  close: () => Promise<void>;
}

/** Larger than any service takes. */
const LARGEST = 1_000_000;

/**
 * Serves `/slack/api/METHOD` (Web API), `/slack/hook` (incoming webhook), `/teams` (workflow), `/pagerduty/v2/enqueue`, `/webhook`
 * (any receiver of ours), PutEvents of EventBridge at `/`, and SendEmail of SES at its path.
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
  const given = { path: request.url ?? '/', headers: request.headers, body: body ?? '' };
  const trouble = services.trouble(given);
  const answer =
    typeof trouble === 'object'
      ? trouble
      : request.method === 'POST'
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
  const answer = SERVICES[path]?.(request) ?? { status: 404, body: 'no_service' };
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
