import { expect, it } from 'vitest';
import { answerPagerDuty } from '../../../shared/api/answer-pagerduty.ts';
import { httpEventSchema } from '../../../shared/contracts/orders.ts';
import { hmacSha256 } from '../../../shared/domain/lib/hash.ts';
import { DAY, HOUR, isoOf, MINUTE } from '../../../shared/domain/time/instant.ts';
import { awaitAcknowledgement, escalateDue } from '../../../shared/use-cases/deliver/escalate.ts';
import { findEndings } from '../../../shared/use-cases/deliver/end-incidents.ts';
import { aChannel, aStoryAlert, NOON } from '../../ports/examples.ts';
import { openPages } from '../use-cases/pages/open-pages.ts';

const ID = 'alert-00007';
const LANE = 'press-team~pagerduty';
const transports = { pagerduty: { keySecret: 'KEY' } };
const CHANNEL = aChannel({ transports, escalate: [{ after: 15 * MINUTE, to: 'duty' }] });

/** A critical alert that came to PagerDuty at noon, where its incident is open, and that goes on 15 minutes later. */
async function openIncident() {
  const { ports, clock } = await openPages();
  const story = { id: 's7', articles: 1, outlets: 1, countries: 1 };
  const alert = aStoryAlert(7, {}, { id: ID, story, channel: LANE, severity: 'critical', createdAt: NOON });
  clock.at = NOON;
  for (const channel of [CHANNEL, aChannel({ name: 'duty' })]) await ports.definitions.putChannel(channel);
  await ports.alerts.put(alert, { dueAt: NOON });
  await awaitAcknowledgement({ alertIds: [ID], severity: 'critical' }, { ports, channel: CHANNEL });
  const checkAt = NOON + 3 * DAY;
  await ports.pagers.put({ lane: LANE, key: 's7', alertIds: [ID], since: NOON, checkAt });
  clock.at += 5 * MINUTE;
  const event = (more: object = {}) => ({
    id: '01ABC',
    event_type: 'incident.acknowledged',
    occurred_at: new Date(clock.at).toISOString(),
    agent: { type: 'user_reference', id: 'PANA', summary: 'Ana' },
    data: { id: 'PINC', incident_key: 's7' },
    ...more,
  });
  const send = async (given: object, { body = JSON.stringify({ event: given }), secret = 'secret' } = {}) => {
    const digest = Buffer.from(hmacSha256(secret, body)).toString('hex');
    const request = httpEventSchema.parse({
      rawPath: '/pagerduty/webhook',
      headers: { 'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${digest}` },
      requestContext: { http: { method: 'POST' } },
      body,
    });
    return (await answerPagerDuty(request, { ...ports, pagerDutySecret: async () => 'secret' })).status;
  };
  const actions = () => ports.readerActions.of('acme-news', ID);
  /** How many alerts have gone on to the next channel an hour later. */
  const escalated = async () => {
    clock.at = NOON + HOUR;
    await escalateDue([CHANNEL], ports);
    return (await ports.alerts.madeIn(clock.at)).length;
  };
  return { ports, clock, event, send, actions, escalated };
}

it.each(['incident.acknowledged', 'incident.resolved'])(
  'takes %s as an acknowledgement by this person, which ends the escalation and leaves the incident to PagerDuty',
  async (type) => {
    const { ports, clock, event, send, actions, escalated } = await openIncident();
    expect(await send(event({ event_type: type }))).toBe(200);
    expect(await actions()).toMatchObject([
      { kind: 'acknowledge', lane: LANE, story: 's7', by: { name: 'Ana' }, at: clock.at },
    ]);
    expect(await findEndings([{ ...CHANNEL, name: LANE }], ports)).toEqual([]);
    expect(await escalated()).toBe(0);
  },
);

it('takes an event once, also when it comes again after it was undone', async () => {
  const { ports, clock, event, send, actions } = await openIncident();
  const given = event();
  await send(given);
  const [done] = await actions();
  clock.at += MINUTE;
  await ports.readerActions.put({ ...done!, undoneAt: clock.at }, done);
  await send(given);
  expect(await actions()).toEqual([{ ...done, undoneAt: clock.at }]);
});

it('refuses what another has signed', async () => {
  const { event, send, actions, escalated } = await openIncident();
  expect(await send(event(), { secret: 'other' })).toBe(401);
  expect(await actions()).toEqual([]);
  expect(await escalated()).toBe(1);
});

it('changes nothing by an event that comes 25 hours late', async () => {
  const { clock, event, send, actions } = await openIncident();
  const given = event();
  clock.at += 25 * HOUR;
  expect(await send(given)).toBe(200);
  expect(await actions()).toEqual([]);
});

it.each<[what: string, more: object, body?: string]>([
  ['another incident', { data: { incident_key: 's8' } }],
  ['another event', { event_type: 'incident.triggered' }],
  ['a program', { agent: { type: 'integration_reference', id: 'P1', summary: 'Events API' } }],
  ['a time before the alert', { occurred_at: isoOf(NOON - MINUTE) }],
  ['a time ahead', { occurred_at: isoOf(NOON + HOUR) }],
  ['nothing that can be read', {}, '{'],
])('changes nothing by an event of %s', async (_what, more, body) => {
  const { event, send, actions } = await openIncident();
  expect(await send(event(more), body === undefined ? {} : { body })).toBe(200);
  expect(await actions()).toEqual([]);
});
