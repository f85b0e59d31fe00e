import { describe, expect, it } from 'vitest';
import { LARGEST_CARD, pagerSchema, teamsSchema } from '../../../transports/start-transport-services.ts';
import {
  areTooLong,
  postMessageSchema,
  slackWebhookSchema,
  updateSchema,
} from '../../../transports/slack-workspace.ts';
import { FORMS, FORMS_WITH_BUTTONS } from '../../../../shared/render/chat/forms.ts';
import { SLACK_ACTIONS } from '../../../../shared/render/chat/slack-form.ts';
import type { MessageView } from '../../../../shared/render/message/message-view.ts';
import { viewOf } from '../message/message-examples.ts';
import { layoff, MESSAGES } from './message-kinds.ts';

const views = new Map(
  Object.entries(MESSAGES).map(([name, { alerts, because = 'group' }]) => [
    name,
    viewOf(alerts, { because }),
  ]),
);
const formed = (transport: 'slack' | 'teams' | 'pagerduty', name: string) =>
  FORMS[transport](views.get(name)!);

describe.each(Object.keys(MESSAGES))('%s', (name) => {
  it('is within the rules of Slack: as a post, as an edit of one, and for a webhook', () => {
    const { body, listed } = formed('slack', name);
    const { text, blocks, story } = JSON.parse(body);
    const post = { channel: '#press', text, blocks };
    expect(postMessageSchema.safeParse(post).error).toBeUndefined();
    expect(
      updateSchema.safeParse({ ...post, channel: 'C0PRESS', ts: '1763900000.000001' }).error,
    ).toBeUndefined();
    expect(slackWebhookSchema.safeParse({ text, blocks }).error).toBeUndefined();
    expect(areTooLong(blocks)).toBe(false);
    expect(listed).toBeGreaterThan(0);
    expect(body).not.toContain('No text');
    expect(story === undefined || name.startsWith('a ') || name.startsWith('an ') || listed === 1).toBe(true);
  });

  it('is within the rules of Teams', () => {
    const { body } = formed('teams', name);
    expect(teamsSchema.safeParse(JSON.parse(body)).error).toBeUndefined();
    expect(Buffer.byteLength(body)).toBeLessThan(LARGEST_CARD);
  });

  it('is within the rules of PagerDuty', () => {
    const { events } = JSON.parse(formed('pagerduty', name).body);
    for (const event of events)
      expect(pagerSchema.safeParse({ ...event, routing_key: 'k'.repeat(32) }).error).toBeUndefined();
  });
});

it('says the title of a single story once, and the notification of Slack says it with the brand', () => {
  const { title = '' } = layoff.items[0] ?? {};
  for (const transport of ['slack', 'teams'] as const) {
    const parsed = JSON.parse(FORMS[transport](viewOf([layoff])).body);
    expect(JSON.stringify(parsed.blocks ?? parsed.attachments).split(title)).toHaveLength(2);
    expect(parsed.text ?? `Acme Corp: ${title}`).toBe(`Acme Corp: ${title}`);
  }
});

it('makes no list in Teams of a title that begins as one', () => {
  for (const [title, shown] of [
    ['2026. A year of cuts', String.raw`2026\. A year of cuts`],
    ['- Acme cuts jobs', String.raw`\- Acme cuts jobs`],
    ['2.5 billion for Acme', '2.5 billion for Acme'],
  ]) {
    const [item] = layoff.items;
    const { body } = FORMS.teams(viewOf([{ ...layoff, items: [{ ...item!, title: title! }] }]));
    const texts: string[] = [];
    JSON.parse(body, (name, value) => {
      if (name === 'text') texts.push(value);
      return value;
    });
    expect(texts.map((text) => text.replace(/^\[(.*)\]\(.*$/, '$1'))).toContain(shown);
  }
});

it('lists as many stories in Slack as it takes, and says how many are left out', () => {
  const { body, listed } = formed('slack', 'a brief');
  expect(listed).toBeGreaterThan(8);
  expect(body).toContain(`and ${views.get('a brief')!.count - listed} more`);
});

it('puts buttons below each story of what a bot posts, but not in a brief, nor in what a webhook posts', () => {
  const bot = { transports: { slack: { channel: '#press', tokenSecret: 'T' } } };
  const blocksOf = (view: MessageView, lane = bot): { type: string }[] =>
    JSON.parse(FORMS_WITH_BUTTONS.slack(view, lane).body).blocks;
  for (const view of views.values()) {
    const blocks = blocksOf(view);
    expect(postMessageSchema.safeParse({ channel: '#press', text: 'x', blocks }).error).toBeUndefined();
    expect(areTooLong(blocks)).toBe(false);
  }
  expect(blocksOf(viewOf([layoff]))).toContainEqual({
    type: 'actions',
    block_id: `act ${layoff.id} press-team`,
    elements: ['Acknowledge', 'Mute this story', 'Not relevant'].map((text, n) => ({
      type: 'button',
      text: { type: 'plain_text', text },
      action_id: SLACK_ACTIONS[n],
    })),
  });
  const types = (blocks: { type: string }[]) => new Set(blocks.map(({ type }) => type));
  expect(types(blocksOf(views.get('a brief')!))).not.toContain('actions');
  const webhook = { transports: { slack: { webhookSecret: 'W' } } };
  expect(FORMS_WITH_BUTTONS.slack(viewOf([layoff]), webhook).body).not.toContain('"actions"');
});

it('shows the name of the brand in every form, and its key where it has no name', () => {
  const { brandName: _none, ...old } = layoff;
  for (const transport of ['slack', 'teams', 'pagerduty', 'ses'] as const) {
    expect(FORMS[transport](viewOf([layoff])).body).toMatch(/\bAcme Corp[:,.·]? /);
    expect(FORMS[transport](viewOf([old])).body).toMatch(/\bacme[:,.·]? /);
  }
});
