import * as z from 'zod';
import { parseJson, tryParse } from '../contracts/parse-as.ts';
import { laneNameOf } from '../domain/channels/channel.ts';
import { hmacSha256, idOf, isSameSecret } from '../domain/lib/hash.ts';
import { inParallel } from '../domain/lib/in-parallel.ts';
import type { HttpAnswer, HttpRequest } from '../domain/pages/http-exchange.ts';
import { isAboutNews } from '../domain/pages/signed-link.ts';
import { DAY, type Instant, MINUTE } from '../domain/time/instant.ts';
import { takeAction } from '../use-cases/pages/answer-actions.ts';
import type { PagePorts } from '../use-cases/pages/page-ports.ts';
import type { Ports } from '../use-cases/ports/ports.ts';
import { emptyAnswer } from './answer-slack.ts';

interface PagerDutyPorts extends PagePorts, Pick<Ports, 'pagers'> {
  /** The secret of the subscription. Absent: the stage has none. */
  pagerDutySecret?: (() => Promise<string>) | undefined;
}

const LARGEST = 200_000;
/** The last step of an escalation comes within a day: what somebody did before that ends none. */
const OLDEST = DAY;
/** How far the clock of PagerDuty may be ahead. */
const AHEAD = 5 * MINUTE;

/**
 * Somebody has acknowledged or resolved an incident. Everything else is taken and changes nothing: also what a program
 * did, as we resolve incidents ourselves.
 */
const eventSchema = z.object({
  event: z.object({
    event_type: z.enum(['incident.acknowledged', 'incident.resolved']),
    occurred_at: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
    agent: z.object({ type: z.literal('user_reference'), id: z.string(), summary: z.string() }),
    data: z.object({ incident_key: z.string().min(1).max(255) }),
  }),
});
type PagerEvent = z.output<typeof eventSchema>['event'];

/**
 * Takes what somebody did with an incident in PagerDuty as an acknowledgement of its alerts. The same event again
 * changes nothing: what is done begins when it occurred. What fails is sent again by PagerDuty.
 */
export async function answerPagerDuty(request: HttpRequest, ports: PagerDutyPorts): Promise<HttpAnswer> {
  const { pagerDutySecret, clock } = ports;
  if (!pagerDutySecret || request.method !== 'POST' || request.body.length > LARGEST) return emptyAnswer(404);
  const text = new TextDecoder().decode(request.body);
  if (!isSigned(request, { text, secret: await pagerDutySecret() })) return emptyAnswer(401);
  const event = tryParse(eventSchema, parseJson(text)).data?.event;
  if (event && isRecent(event.occurred_at, clock.now())) await acknowledge(event, ports);
  return emptyAnswer(200);
}

/** Whether PagerDuty has signed a body as it came. While a secret is replaced there are several signatures. */
function isSigned(
  { headers }: Pick<HttpRequest, 'headers'>,
  { text, secret }: { text: string; secret: string },
): boolean {
  const expected = `v1=${Buffer.from(hmacSha256(secret, text)).toString('hex')}`;
  const given = (headers['x-pagerduty-signature'] ?? '').split(',');
  return given.some((one) => isSameSecret(one.trim(), expected));
}

function isRecent(at: Instant, now: Instant): boolean {
  return at >= now - OLDEST && at <= now + AHEAD;
}

/** Acknowledges the alerts behind an incident, on each channel that has it open, if they were made before the event. */
async function acknowledge(
  { occurred_at: at, agent, data: { incident_key: key } }: PagerEvent,
  ports: PagerDutyPorts,
): Promise<void> {
  const channels = await ports.definitions.channels();
  const lanes = channels.flatMap(({ name, transports }) =>
    transports?.pagerduty ? laneNameOf(name, 'pagerduty') : [],
  );
  const by = { id: idOf('viewer', 'pagerduty', agent.id), name: agent.summary };
  await inParallel(lanes, async (lane) => {
    const { alertIds = [] } = (await ports.pagers.get(lane, key)) ?? {};
    await inParallel(alertIds, async (id) => {
      const { alert } = (await ports.alerts.get(id, lane)) ?? {};
      if (!alert || alert.createdAt > at || !isAboutNews(alert)) return;
      await takeAction('acknowledge', { subject: { alert, lane }, ports, by, at, keepsIncident: true });
    });
  });
}
