import { randomBytes } from 'node:crypto';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { API_FAILURE } from '../shared/api/problem.ts';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { namedSecrets, secretPageLinks } from '../shared/aws/secrets.ts';
import { sqsDecideQueue, sqsTransportQueue } from '../shared/aws/sqs-queues.ts';
import { API_ROOT } from '../shared/contracts/names.ts';
import {
  readLinkEnvironment,
  readPagesEnvironment,
  readTransportQueueEnvironment,
} from '../shared/contracts/environment.ts';
import { base62 } from '../shared/domain/lib/hash.ts';
import { loadedOnce } from '../shared/domain/lib/in-parallel.ts';
import { PAGERDUTY_PATH, SLACK_PATH } from '../shared/domain/pages/http-exchange.ts';
import { SESSION_ID_LENGTH } from '../shared/domain/pages/sign-in.ts';
import { htmlPages } from '../shared/render/pages/html-pages.ts';
import type { ReportFiles } from '../shared/use-cases/ports/ports.ts';
import type { SignIn } from '../shared/use-cases/ports/services.ts';
import { rememberPastDays } from '../shared/use-cases/pages/remember-timeline.ts';
import { answerVisitor } from '../shared/use-cases/sign-in/answer-visitor.ts';
import { clock, httpHandler, openJudging, openTable } from './handler.ts';

const { table, bucket, decideQueue, stack, signIn, slackApp, pagerDutySecret } = readPagesEnvironment(
  process.env,
);
const store = openTable(table);
/** The client of S3 is loaded with the first file of a report. It is a tenth of a cold start. */
const files = loadedOnce(async () => {
  const { s3ReportReader } = await import('../shared/aws/s3-report-reader.ts');
  return s3ReportReader(bucket);
});
const secrets = new SecretsManagerClient(boundedRequests());
const secret = namedSecrets(secrets, { stack, clock });
const queues = new SQSClient(boundedRequests());
const links = readLinkEnvironment(process.env);
/** Loaded when somebody signs in. */
const issuer = loadedOnce(async () => {
  if (!signIn) throw new Error('The stage names no issuer.');
  const { oidcSignIn } = await import('../shared/providers/sign-in/oidc-sign-in.ts');
  return oidcSignIn({
    issuer: signIn.issuer,
    clientId: signIn.client_id,
    secret: () => secret(signIn.client_secret_name),
    returnTo: `${links.base}/signin/done`,
    scope: signIn.scope,
    groupsClaim: signIn.groups_claim,
  });
});
/** Loaded when somebody presses a button in Slack. */
const post = loadedOnce(async () => {
  const { createPost } = await import('../shared/providers/http/post.ts');
  return createPost({ now: () => clock.now(), limit: 1_500 });
});
const ports = {
  ...store,
  judging: openJudging(table),
  timeline: rememberPastDays(store.timeline, clock),
  files: { get: async (...given: Parameters<ReportFiles['get']>) => (await files()).get(...given) },
  links: secretPageLinks(secrets, { ...links, clock }),
  decideQueue: sqsDecideQueue(queues, decideQueue),
  transportQueue: sqsTransportQueue(queues, readTransportQueueEnvironment(process.env).url),
  pages: htmlPages,
  signIn: signIn && {
    roles: signIn.roles,
    begin: async (...given: Parameters<SignIn['begin']>) => (await issuer()).begin(...given),
    end: async (...given: Parameters<SignIn['end']>) => (await issuer()).end(...given),
  },
  slackApp: slackApp && {
    roles: slackApp.roles,
    signingSecret: () => secret(slackApp.signing_secret_name),
    reply: async (address: string, body: string) => {
      await (await post())(address, { body, headers: {}, service: 'Slack' });
    },
  },
  pagerDutySecret: pagerDutySecret === undefined ? undefined : () => secret(pagerDutySecret),
  random: randomBytes,
  newSessionId: () => base62(randomBytes(32), SESSION_ID_LENGTH),
};

/**
 * Serves the pages: to people who have signed in, and behind signed links receipts, reports and the inbox. Beside them,
 * the API, the buttons of messages in Slack, and what people acknowledge in PagerDuty.
 */
export const handler = httpHandler(
  async (request) => {
    // Whoever reads pages calls none of these.
    if (isForApi(request.path))
      return (await import('../shared/api/answer-api.ts')).answerApi(request, ports);
    if (request.path === SLACK_PATH)
      return (await import('../shared/api/answer-slack.ts')).answerSlack(request, ports);
    if (request.path === PAGERDUTY_PATH)
      return (await import('../shared/api/answer-pagerduty.ts')).answerPagerDuty(request, ports);
    return answerVisitor(request, ports);
  },
  (path) => (isForApi(path) ? API_FAILURE : undefined),
);

/** Whether a request is for the API: then its answers are never pages. */
function isForApi(path: string): boolean {
  return path === API_ROOT || path.startsWith(`${API_ROOT}/`);
}
