import { expect, it } from 'vitest';
import { answerSlack } from '../../../shared/api/answer-slack.ts';
import { httpEventSchema } from '../../../shared/contracts/orders.ts';
import { hmacSha256 } from '../../../shared/domain/lib/hash.ts';
import { MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import { aStoryAlert, NOON } from '../../ports/examples.ts';
import { openPages } from '../use-cases/pages/open-pages.ts';

const ROLES = {
  editor: [{ who: 'UANA' }, { who: 'UBO', brands: ['other'] }],
  reader: [{ who: 'TACME' }],
};
const ID = 'alert-00007';
const LANE = 'press-team~slack';
const BLOCKS = [
  { type: 'section', block_id: 'x', text: { type: 'mrkdwn', text: '*Acme recalls pumps*', verbatim: true } },
  { type: 'actions', block_id: `act ${ID} press-team`, elements: [] },
];

/** An app over pages with one alert in Slack, and what it answered there. */
async function openApp() {
  const { ports, clock, silences } = await openPages();
  const story = { id: 's7', articles: 1, outlets: 1, countries: 1 };
  const alert = aStoryAlert(7, {}, { id: ID, story, channel: LANE, brand: 'acme' });
  await ports.alerts.put(alert, { dueAt: NOON });
  const replies: Record<string, unknown>[] = [];
  const slackApp = {
    roles: ROLES,
    signingSecret: async () => 'signing-secret',
    reply: async (_address: string, body: string) => void replies.push(JSON.parse(body)),
  };
  const payload = (kind: string, user = 'UANA', more: object = {}) => ({
    type: 'block_actions',
    user: { id: user, username: user.slice(1).toLowerCase(), team_id: 'TACME' },
    response_url: 'https://hooks.slack.com/actions/T/1/x',
    message: { text: 'Acme recalls pumps', blocks: BLOCKS },
    actions: [
      {
        action_id: kind,
        block_id: `act ${ID} press-team`,
        action_ts: `${Math.floor(clock.at / SECOND)}.250000`,
      },
    ],
    ...more,
  });
  /** Sends as the gateway does: signed by Slack over the body, which comes in Base64. */
  const send = async (
    given: object,
    {
      at = clock.at,
      secret = 'signing-secret',
      body = `payload=${encodeURIComponent(JSON.stringify(given))}`,
    } = {},
  ) => {
    const stamp = String(Math.floor(at / SECOND));
    const digest = Buffer.from(hmacSha256(secret, `v0:${stamp}:${body}`)).toString('hex');
    const request = httpEventSchema.parse({
      rawPath: '/slack/actions',
      headers: { 'x-slack-request-timestamp': stamp, 'x-slack-signature': `v0=${digest}` },
      requestContext: { http: { method: 'POST' } },
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
    });
    return (await answerSlack(request, { ...ports, slackApp })).status;
  };
  const actions = () => ports.readerActions.of('acme-news', ID);
  return { ports, clock, silences, payload, send, actions, replies };
}

it('acknowledges, mutes and marks by the buttons, and the message says who did it', async () => {
  const app = await openApp();
  for (const kind of ['acknowledge', 'mute-story']) expect(await app.send(app.payload(kind))).toBe(200);
  expect(await app.actions()).toMatchObject([
    { kind: 'acknowledge', lane: LANE, by: { name: 'ana' }, at: app.clock.at + 250 },
    { kind: 'mute-story', lane: LANE, by: { name: 'ana' } },
  ]);
  expect(await app.silences()).toMatchObject([{ matchers: { channel: ['press-team'], story: ['s7'] } }]);
  expect(app.replies.at(-1)).toMatchObject({
    replace_original: true,
    text: 'Acme recalls pumps',
    blocks: [
      BLOCKS[0],
      {
        type: 'context',
        elements: [{ text: 'Acknowledged by ana at 2026-11-20 13:00 UTC, Story muted by ana' }],
      },
      { type: 'actions', block_id: `act ${ID} press-team`, elements: [{ action_id: 'not-relevant' }] },
    ],
  });
  await app.send(app.payload('not-relevant'));
  expect(JSON.stringify(app.replies.at(-1))).not.toContain('"actions"');
});

it('does the same once, however often the same press comes, also after it was undone', async () => {
  const app = await openApp();
  const pressed = app.payload('mute-story');
  await app.send(pressed);
  const [done] = await app.actions();
  app.clock.at += MINUTE;
  await app.ports.readerActions.put({ ...done!, undoneAt: app.clock.at }, done);
  await app.send(pressed);
  expect(await app.actions()).toEqual([{ ...done, undoneAt: app.clock.at }]);
  expect(await app.silences()).toHaveLength(1);
});

it.each([
  ['that another app has signed', { secret: 'other' }],
  ['of 6 minutes ago', { at: NOON + 54 * MINUTE }],
  ['of 6 minutes ahead', { at: NOON + 66 * MINUTE }],
])('refuses a request %s', async (_name, how) => {
  const app = await openApp();
  expect(await app.send(app.payload('acknowledge'), how)).toBe(401);
  expect([await app.actions(), app.replies]).toEqual([[], []]);
});

it.each([
  ['of a reader', ['acknowledge', 'UREX'], /no role that acts.*UREX/],
  ['of an editor of another brand', ['acknowledge', 'UBO'], /may not see its brand/],
  [
    'on an alert that is gone',
    [
      'acknowledge',
      'UANA',
      {
        actions: [
          { action_id: 'acknowledge', block_id: 'act gone press-team', action_ts: '1795176000.000001' },
        ],
      },
    ],
    /not stored/,
  ],
] as const)('answers a press %s to this person alone', async (_name, [kind, user, more], text) => {
  const app = await openApp();
  expect(await app.send(app.payload(kind, user, more))).toBe(200);
  expect(app.replies).toEqual([
    { response_type: 'ephemeral', replace_original: false, text: expect.stringMatching(text) },
  ]);
  expect(await app.actions()).toEqual([]);
});

it('answers nowhere but at Slack, and takes what it does not know', async () => {
  const app = await openApp();
  await app.send(
    app.payload('acknowledge', 'UANA', { response_url: 'https://hooks.slack.com.evil.example/' }),
  );
  await app.send({ type: 'view_submission' });
  expect(await app.send({}, { body: 'payload=%FF{' })).toBe(200);
  expect([await app.actions(), app.replies]).toEqual([[], []]);
});
