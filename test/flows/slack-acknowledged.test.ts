import { expect, it, onTestFinished } from 'vitest';
import { answerPagerDuty } from '../../shared/api/answer-pagerduty.ts';
import { hmacSha256 } from '../../shared/domain/lib/hash.ts';
import { actionsPath, inboxLink, receiptIdOf } from '../../shared/domain/pages/signed-link.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { createPost } from '../../shared/providers/http/post.ts';
import { slackClient, slackTransport } from '../../shared/providers/transports/slack-transport.ts';
import { FORMS_WITH_BUTTONS } from '../../shared/render/chat/forms.ts';
import { showActions } from '../../shared/render/chat/slack-form.ts';
import { composeWithLinks } from '../../shared/render/message/compose-message.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { showAcknowledged } from '../../shared/use-cases/deliver/show-acknowledged.ts';
import { aChannel, aStoryAlert, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { formIn, LINKS, pagesOver } from '../shared/use-cases/pages/open-pages.ts';
import { startTransportServices } from '../transports/start-transport-services.ts';

const ALERT = aStoryAlert(
  7,
  {},
  { story: { id: 's7', articles: 1, outlets: 1, countries: 1 }, createdAt: NOON },
);
const PAGER = 'press-team~pagerduty';

/** An alert of a channel that Slack has by a bot, and PagerDuty: its pages, and a queue that is served at once. */
async function sentAlert() {
  const services = await startTransportServices();
  onTestFinished(() => services.close());
  const transports = {
    slack: { channel: '#press', tokenSecret: 'T' },
    pagerduty: { keySecret: 'K' },
  };
  const channel = aChannel({ email: [], sms: [], transports });
  const bench = await workbench({
    watches: [aWatch()],
    channels: [channel, aChannel({ name: 'operators' })],
  });
  const now = () => bench.clock.at;
  const post = createPost({ now, mayReach: (address) => address === '127.0.0.1' });
  const slack = slackClient(post, `${services.url}/slack/api`);
  const secret = async () => 'xoxb-stand-in';
  const topic = slackTransport({ post, slack, secret, now, showActions, threads: bench.ports.threads });
  const ports = { ...bench.ports, topic, compose: composeWithLinks(LINKS, FORMS_WITH_BUTTONS) };
  const limits = () => ({ owner: 'one', deadline: now() + 2 * MINUTE });
  const deliver = async (n = 7, story = ALERT.story!) => {
    await putAlert(ports, { ...aStoryAlert(n, {}, { story, createdAt: NOON }) });
    await deliverAlerts('all', ports, limits(), 'others');
    bench.clock.at += MINUTE;
  };
  const transportQueue = {
    send: async (_channels: readonly string[], { acknowledged = '' } = {}) =>
      showAcknowledged(acknowledged, ports, limits()),
  };
  const pages = pagesOver({ ...bench.ports, transportQueue });
  const press = async (path: string, kind = 'action', fields = '') =>
    pages.post(path, `${formIn(await pages.get(path), kind, 'acknowledge')}${fields}`);
  const root = new URL(inboxLink(now() + HOUR, LINKS)).pathname;
  const onPage = `${root}/alerts/${receiptIdOf(ALERT)}/actions`;
  const acknowledge = {
    page: async () => press(onPage),
    link: async () => press(actionsPath(ALERT, { lane: PAGER, keys: LINKS.keys })),
    PagerDuty: async () => {
      await bench.ports.pagers.put({
        lane: PAGER,
        key: 's7',
        alertIds: [ALERT.id],
        since: NOON,
        checkAt: NOON,
      });
      const agent = { type: 'user_reference', id: 'PANA', summary: 'Ana' };
      const data = { incident_key: 's7' };
      const occurred_at = new Date(now()).toISOString();
      const event = { event_type: 'incident.acknowledged', occurred_at, agent, data };
      const body = JSON.stringify({ event });
      const signature = Buffer.from(hmacSha256('secret', body)).toString('hex');
      const headers = { 'x-pagerduty-signature': `v1=${signature}` };
      const request = { method: 'POST', path: '/', query: {}, headers, body: new TextEncoder().encode(body) };
      return answerPagerDuty(request, {
        ...bench.ports,
        ...pages.ports,
        pagerDutySecret: async () => 'secret',
      });
    },
  };
  const shown = () => services.slack.posts.map(({ blocks }) => JSON.stringify(blocks));
  const actions = () => bench.store.readerActions.of('acme-news', ALERT.id);
  await deliver();
  return { services, deliver, acknowledge, undo: () => press(onPage, 'undo'), shown, actions };
}

it.each([
  ['page', 'an operator'],
  ['link', 'a reader'],
  ['PagerDuty', 'Ana'],
] as const)(
  'the message in Slack says who acknowledged its alert by %s, and has no buttons',
  async (by, who) => {
    const { acknowledge, shown, services } = await sentAlert();
    expect(shown()[0]).toContain('"actions"');
    await acknowledge[by]();
    expect(shown()).toEqual([expect.stringMatching(`Acknowledged by ${who} at 2026-11-20 1\\d:\\d\\d`)]);
    expect(shown()[0]).not.toContain('"actions"');
    expect(services.slack.posts[0]?.edits).toBe(1);
  },
);

it('an acknowledgement that is undone gives the buttons back', async () => {
  const { acknowledge, undo, shown } = await sentAlert();
  const before = shown();
  await acknowledge.page();
  await undo();
  expect(shown()).toEqual(before);
});

it('the first message of a thread keeps the latest state, whose alert nobody has acknowledged', async () => {
  const { deliver, acknowledge, shown } = await sentAlert();
  await deliver(8);
  const before = shown();
  await acknowledge.page();
  expect(shown()).toEqual(before);
});

it('an acknowledgement is stored when Slack fails, which is asked twice', async () => {
  const { services, acknowledge, actions } = await sentAlert();
  const asked: string[] = [];
  services.trouble = ({ path }) => {
    asked.push(path);
    return { status: 500, body: '' };
  };
  expect((await acknowledge.page()).status).toBe(200);
  expect(await actions()).toMatchObject([{ kind: 'acknowledge' }]);
  expect(asked).toHaveLength(2);
});
