import type { Channel, TransportName } from '../../domain/channels/channel.ts';
import {
  exampleText,
  foundByText,
  isSaid,
  kickerOf,
  pagesOf,
  restText,
  saidOf,
  sourceText,
} from '../message/compose-message.ts';
import { emailHtml } from '../message/email-html.ts';
import type { Form, FormOf, MessageView, StoryView } from '../message/message-view.ts';
import { isNamedIn, subjectLine } from '../message/view-message.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import { presetForm } from './preset-form.ts';
import { slackBlocks } from './slack-form.ts';
import { templateForm } from './template-form.ts';

/** PagerDuty takes 1,024 characters of a summary. */
const SUMMARY = 1_000;

/** Our severities as PagerDuty names them. */
const SEVERITIES = { info: 'info', warning: 'warning', critical: 'critical' } as const;

/** A workflow of Teams takes 28 KB. A part is left for what surrounds the card there. */
const LARGEST = 24_000;
const TITLE = 200;
const MOST_FACTS = 12;

const encoder = new TextEncoder();

/** The forms of the transports that take one of their own. The others take the JSON document. */
export const FORMS = {
  pagerduty: pagerEvents,
  ses: (view: MessageView) => {
    const { html: body, listed } = emailHtml(view);
    return { body, listed };
  },
  slack: (view: MessageView) => slackBlocks(view),
  teams: teamsCard,
  webhook: (view: MessageView, { transports: { webhook } = {} }: Pick<Channel, 'transports'>) => {
    if (!webhook || 'url' in webhook) return undefined;
    return 'preset' in webhook ? presetForm(view, webhook.preset) : templateForm(view, webhook);
  },
} as const satisfies Readonly<Partial<Record<TransportName, FormOf>>>;

/** The same, where the stage names an app of Slack: what a bot posts has buttons. */
export const FORMS_WITH_BUTTONS = {
  ...FORMS,
  slack: (view: MessageView, { transports: { slack } = {} }: Pick<Channel, 'transports'>) =>
    slackBlocks(view, { hasButtons: slack !== undefined && 'channel' in slack }),
};

/**
 * A message as events of PagerDuty, one for each story. The key of a story is that of its incident: the same story at
 * a later time changes the incident, and a repeat changes nothing.
 */
function pagerEvents(view: MessageView): Form {
  const events = view.stories.map((story) => eventOf(story, view));
  const alerts = Object.fromEntries(view.stories.map(({ key, alertIds }) => [key, alertIds]));
  return { body: JSON.stringify({ events, alerts }), listed: events.length };
}

function eventOf(story: StoryView, { channel }: MessageView) {
  const { key, headline, update, brand, brandName, severity, source, facts, notes, text, link, links } =
    story;
  const said = [update, headline].filter((one) => one !== undefined).join(': ');
  const isNamed = brandName === undefined || isNamedIn(headline, brandName);
  const details = {
    brand,
    channel,
    about: kickerOf(story),
    notes,
    text,
    source: source && sourceText(source),
    facts: Object.fromEntries(facts.map(({ name, value }) => [name, value])),
  };
  const shown = [
    { href: link, text: 'Article' },
    { href: links.why, text: 'Why you got this' },
    { href: links.quieter, text: 'Acknowledge it, or get less of this' },
  ];
  return {
    event_action: 'trigger',
    dedup_key: key,
    payload: {
      summary: shorten(isNamed ? said : `${brandName}: ${said}`, SUMMARY),
      source: 'bellwether',
      severity: SEVERITIES[severity],
      component: channel,
      custom_details: details,
    },
    links: shown.filter(({ href }) => href !== undefined),
  };
}

/**
 * A message as an adaptive card, in what a workflow with the trigger "When a Teams webhook request is received"
 * takes. It lists as many stories as fit.
 */
function teamsCard(view: MessageView): Form {
  const { stories } = view;
  for (let listed = stories.length; listed > 1; listed -= 1) {
    const body = cardOf(view, stories.slice(0, listed));
    if (encoder.encode(body).length <= LARGEST) return { body, listed };
  }
  const first = stories.slice(0, 1);
  const whole = cardOf(view, first);
  const isWhole = encoder.encode(whole).length <= LARGEST;
  return { body: isWhole ? whole : cardOf(view, first.map(shortened)), listed: first.length };
}

/** A single story whose facts or findings alone are too large for a card. */
function shortened(story: StoryView): StoryView {
  return {
    ...story,
    facts: story.facts.slice(0, 3),
    topics: [],
    examples: [],
    notes: story.notes.slice(0, 2),
  };
}

function cardOf(view: MessageView, listed: readonly StoryView[]): string {
  const { count, intro, footer } = view;
  const isOnly = count === 1;
  const title = {
    size: 'Large',
    weight: 'Bolder',
    ...(view.severity === 'critical' && { color: 'Attention' }),
  };
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      ...(isOnly ? [] : [{ ...textBlock(subjectLine(view.subject, TITLE)), ...title }]),
      ...(intro === undefined ? [] : [textBlock(intro)]),
      ...listed.map((story) => storyOf(story, isOnly ? title : { weight: 'Bolder' })),
      ...(count > listed.length ? [subtle(restText(view, listed.length))] : []),
      subtle(footer),
    ],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return JSON.stringify({ type: 'message', attachments: [attachment] });
}

/** A story. A card with one story has no other title than its headline. */
function storyOf(story: StoryView, title: object) {
  const { headline, link, facts, topics, source, examples } = story;
  const kicker = kickerOf(story);
  const named = [...facts, ...topics].slice(0, MOST_FACTS);
  const about = [source && sourceText(source), foundByText(story)].filter(isSaid);
  return {
    type: 'Container',
    separator: true,
    items: [
      { ...textBlock(headline, link), ...title },
      ...(kicker === '' ? [] : [subtle(kicker)]),
      ...saidOf(story).map((line) => textBlock(line)),
      ...(named.length === 0
        ? []
        : [
            {
              type: 'FactSet',
              facts: named.map(({ name, value }) => ({ title: plain(name), value: plain(value) })),
            },
          ]),
      ...examples.map((one) => textBlock(exampleText(one))),
      ...about.map(subtle),
      ...actionsOf(story),
    ],
  };
}

function actionsOf(story: StoryView) {
  const article = story.link === undefined ? [] : [{ name: 'Article', href: story.link }];
  const actions = [...article, ...pagesOf(story)].map(({ name: title, href: url }) => ({
    type: 'Action.OpenUrl',
    title,
    url,
  }));
  return actions.length === 0 ? [] : [{ type: 'ActionSet', actions }];
}

function textBlock(text: string, link?: string) {
  const shown = plain(text);
  const url = link?.replaceAll('(', '%28').replaceAll(')', '%29');
  return { type: 'TextBlock', text: url === undefined ? shown : `[${shown}](${url})`, wrap: true };
}

function subtle(text: string) {
  return { ...textBlock(text), isSubtle: true, size: 'Small' };
}

/** The signs of Markdown that a card would take for links and emphasis, and at the start of a line for a list. */
function plain(text: string): string {
  const marked = text.replaceAll(/[\\[\]*_`]/g, String.raw`\$&`);
  return marked.replaceAll(/^\s*(?:\d+(?=[.)]\s)|(?=[-+]\s))/gm, '$&\\');
}
