import {
  pagerDutyTransport,
  teamsTransport,
  webhookTransport,
} from '../../shared/providers/transports/webhook-transport.ts';
import { slackClient, slackTransport } from '../../shared/providers/transports/slack-transport.ts';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { eventBridgeTransport } from '../../shared/aws/eventbridge-transport.ts';
import { sesTransport } from '../../shared/aws/ses-transport.ts';
import { PRESET_NAMES } from '../../shared/domain/channels/webhook-presets.ts';
import { showActions } from '../../shared/render/chat/slack-form.ts';
import { messengerOf } from '../transports/messengers.ts';
import { memoryStore } from '../store/memory-store.ts';
import { describeTransport } from './transport-suite.ts';

describeTransport('webhook', {
  settings: (url) => ({ webhook: { url: `${url}/webhook`, secret: 'SIGNING_KEY' } }),
  secrets: () => ({ SIGNING_KEY: 'signing-key-of-the-test' }),
  open: webhookTransport,
  taken: ({ taken }) => taken.length,
});

for (const preset of PRESET_NAMES) {
  const { lane, secrets, isIdempotent, shown } = messengerOf(preset);
  describeTransport(`webhook, preset ${preset}`, {
    settings: () => lane,
    secrets,
    open: webhookTransport,
    taken: ({ taken }) => shown(taken),
    isIdempotent,
  });
}

describeTransport('webhook, with a body of its own', {
  settings: () => ({
    webhook: {
      urlSecret: 'ADDRESS',
      body: '{"text": "{{ subject }}{% for story in stories %} {{ story.headline }}{% endfor %}"}',
      contentType: 'application/json',
    },
  }),
  secrets: (url) => ({ ADDRESS: `${url}/webhook` }),
  open: webhookTransport,
  taken: ({ taken }) => taken.filter(({ body }) => typeof JSON.parse(body).text === 'string').length,
});

describeTransport('Slack, by token', {
  settings: () => ({ slack: { channel: '#press', tokenSecret: 'SLACK_TOKEN' } }),
  secrets: () => ({ SLACK_TOKEN: 'xoxb-stand-in' }),
  open: (parts) =>
    slackTransport({ ...parts, showActions, slack: slackClient(parts.post, `${parts.url}/slack/api`) }),
  taken: ({ slack }) => slack.posts.length,
  isIdempotent: true,
});

describeTransport('Slack, by incoming webhook', {
  settings: () => ({ slack: { webhookSecret: 'SLACK_URL' } }),
  secrets: (url) => ({ SLACK_URL: `${url}/slack/hook` }),
  open: (parts) =>
    slackTransport({ ...parts, showActions, slack: slackClient(parts.post, `${parts.url}/slack/api`) }),
  taken: ({ taken }) => taken.length,
});

describeTransport('Teams', {
  settings: () => ({ teams: { webhookSecret: 'TEAMS_URL' } }),
  secrets: (url) => ({ TEAMS_URL: `${url}/teams` }),
  open: teamsTransport,
  taken: ({ taken }) => taken.length,
});

describeTransport('EventBridge', {
  settings: () => ({ eventbridge: { bus: 'press' } }),
  secrets: () => ({}),
  open: ({ url, now }) => eventBridgeTransport(accessTo(url, now)),
  taken: ({ taken }) => taken.length,
  isAddressOfUser: false,
});

describeTransport('SES', {
  settings: () => ({ ses: { from: 'news@acme.example', to: ['press@acme.example'] } }),
  secrets: () => ({}),
  open: ({ url, now, threads }) =>
    sesTransport({
      access: { ...accessTo(url, now), service: 'ses' },
      threads,
      unsubscriptions: memoryStore().unsubscriptions,
      links: async () => ({ base: 'https://pages.example', keys: ['k'.repeat(43)] }),
      sleep: async () => undefined,
    }),
  taken: ({ ses }) => ses.mails.length,
  isAddressOfUser: false,
});

describeTransport('PagerDuty', {
  settings: () => ({ pagerduty: { keySecret: 'PAGER_KEY' } }),
  secrets: () => ({ PAGER_KEY: 'k'.repeat(32) }),
  open: (parts) => pagerDutyTransport({ ...parts, pagers: memoryStore().pagers }, `${parts.url}/pagerduty`),
  taken: ({ taken }) => new Set(taken.map(({ body }) => JSON.parse(body).dedup_key)).size,
  isIdempotent: true,
});

function accessTo(endpoint: string, now: () => number) {
  const { credentials } = localCredentials;
  return { endpoint, service: 'events', region: 'eu-west-1', credentials, now };
}
