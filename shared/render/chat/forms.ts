import type { Channel, TransportName } from '../../domain/channels/channel.ts';
import { foundByText, isSaid, kickerOf, restText, sourceText } from '../message/compose-message.ts';
import { emailHtml } from '../message/email-html.ts';
import type { Form, FormOf, MessageView, StoryView } from '../message/message-view.ts';
import { isNamedIn, subjectLine } from '../message/view-message.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import { countFitting } from '../text/plain-text.ts';
import { presetForm } from './preset-form.ts';
import { templateForm } from './template-form.ts';

/** PagerDuty takes 1,024 characters of a summary. */
const SUMMARY = 1_000;

/** Our severities as PagerDuty names them. */
const SEVERITIES = { info: 'info', warning: 'warning', critical: 'critical' } as const;

/** A message has at most 50 blocks, of which each story takes two. The rest is for its beginning and its end. */
const MOST_STORIES = 15;
/**
 * The blocks of a message, as JSON. `chat.postMessage` refuses more with `msg_blocks_too_long`; Slack says 12,000
 * characters of text "with a buffer for block containers" (slackapi/bolt-js, issue 2509). It has taken 9,597
 * characters of text in 15,561 of JSON, and refused 11,341 in 17,694 (issue 2867).
 */
const ALL_BLOCKS = 10_000;
/** A longer link leaves no room for the headline in a section. */
const LONGEST_LINK = 2_000;
/** Slack takes 3,000 characters of a section, and 150 of a header. Escapes make a text longer. */
const SECTION = 2_900;
const HEADER = 150;
/** At most ten fields of 2,000 characters each. */
const MOST_FIELDS = 10;
const FIELD = 300;
/** The text that notifications and readers without blocks show. Slack recommends at most 4,000 characters. */
const FALLBACK = 3_000;

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
  slack: slackBlocks,
  teams: teamsCard,
  webhook: (view: MessageView, { transports: { webhook } = {} }: Pick<Channel, 'transports'>) => {
    if (!webhook || 'url' in webhook) return undefined;
    return 'preset' in webhook ? presetForm(view, webhook.preset) : templateForm(view, webhook);
  },
} as const satisfies Readonly<Partial<Record<TransportName, FormOf>>>;

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
 * A message as blocks of Slack, for `chat.postMessage` and incoming webhooks: a header where there are several
 * stories, and for each a section, its facts and a line of context. `story` is the key of its only story: the one
 * that its thread is about.
 */
function slackBlocks(view: MessageView): Form {
  const { stories, count, footer } = view;
  const [only] = stories;
  const subject = subjectLine(view.subject, HEADER);
  // The section of a single story begins with its title.
  const begin = [
    ...(count === 1 ? [] : [{ type: 'header', text: { type: 'plain_text', text: subject, emoji: false } }]),
    ...(view.intro === undefined ? [] : [section(escape(view.intro))]),
  ];
  const end = (most: number) => [
    ...(count > most ? [context([escape(restText(view, most))])] : []),
    context([escape(footer)]),
  ];
  const ofStories = stories.slice(0, MOST_STORIES).map(storyBlocks);
  const room = ALL_BLOCKS - JSON.stringify([...begin, ...end(0)]).length;
  const fitting = countFitting(
    room,
    ofStories.map((one) => JSON.stringify(one)),
    ({ length }) => length,
  );
  const listed = stories.slice(0, Math.max(1, fitting));
  const blocks = [...begin, ...ofStories.slice(0, listed.length).flat(), ...end(listed.length)];
  const lines = count === 1 ? [] : listed.map(({ headline }) => `• ${headline}`);
  const text = shorten([subject, ...lines].join('\n'), FALLBACK);
  const story = count === 1 && only?.isNews ? only.key : undefined;
  return { body: JSON.stringify({ text: escape(text), blocks, story }), listed: listed.length };
}

function storyBlocks(story: StoryView): object[] {
  const { headline, notes, text, english, facts, topics, source, link, examples } = story;
  const linked = link && linkTo(link, headline);
  const title = `*${linked !== undefined && linked.length <= LONGEST_LINK ? linked : escape(headline)}*`;
  const kicker = kickerOf(story);
  const lines = [
    title,
    kicker === '' ? undefined : `_${escape(kicker)}_`,
    ...notes.map(escape),
    text && escape(text),
    english && escape(`In English: ${english}`),
    ...examples.map(({ headline: one, outlet, link: to }) => {
      const shown = `${one} (${outlet})`;
      return `• ${to === undefined ? escape(shown) : linkTo(to, shown)}`;
    }),
  ];
  const named = [...facts, ...topics]
    .slice(0, MOST_FIELDS)
    .map(({ name, value }) => mrkdwn(shortEscaped(`*${escape(name)}*\n${escape(value)}`, FIELD)));
  const about = [source && escape(sourceText(source)), linksOf(story), escape(foundByText(story))];
  return [
    { type: 'section', text: mrkdwn(joined(lines, '\n')), ...(named.length > 0 && { fields: named }) },
    ...(about.some(isSaid) ? [context(about)] : []),
  ];
}

function linksOf({ links }: StoryView): string {
  const all = [
    links.why && linkTo(links.why, 'Why you got this'),
    links.quieter && linkTo(links.quieter, 'Get less of this'),
    links.findings && linkTo(links.findings.link, links.findings.text),
  ];
  return all.filter(isSaid).join(' · ');
}

/** Whole lines, as many as fit into a section. */
function joined(lines: readonly (string | undefined)[], by: string): string {
  let text = '';
  for (const line of lines.filter(isSaid)) {
    const next = text === '' ? line : `${text}${by}${line}`;
    if (next.length > SECTION) break;
    text = next;
  }
  return text === '' ? 'No text' : text;
}

function section(text: string) {
  return { type: 'section', text: mrkdwn(shortEscaped(text, SECTION)) };
}

/** A context has at most ten elements. Each part is one. */
function context(parts: readonly (string | undefined)[]) {
  const texts = parts.filter(isSaid);
  return { type: 'context', elements: texts.map((text) => mrkdwn(shortEscaped(text, SECTION))) };
}

function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** The three characters that have a meaning in Slack's syntax of links and mentions. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A link. A bar would end its address, and a bracket the link. */
function linkTo(link: string, text: string): string {
  const address = link
    .replaceAll('|', '%7C')
    .replaceAll('>', '%3E')
    .replaceAll('<', '%3C')
    .replaceAll('&', '&amp;');
  return `<${address}|${escape(text.replaceAll('|', '/'))}>`;
}

/** A text that is escaped already, cut before an escape that would not be whole. */
function shortEscaped(text: string, most: number): string {
  return shorten(text, most).replace(/&[a-z]{0,3}…$/, '…');
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
  const { headline, link, notes, text, english, facts, topics, source, examples } = story;
  const kicker = kickerOf(story);
  const said = [...notes, text, english && `In English: ${english}`].filter(isSaid);
  const named = [...facts, ...topics].slice(0, MOST_FACTS);
  const about = [source && sourceText(source), foundByText(story)].filter(isSaid);
  const found = examples.map((one) => `${one.headline} (${one.outlet})`);
  return {
    type: 'Container',
    separator: true,
    items: [
      { ...textBlock(headline, link), ...title },
      ...(kicker === '' ? [] : [subtle(kicker)]),
      ...said.map((line) => textBlock(line)),
      ...(named.length === 0
        ? []
        : [
            {
              type: 'FactSet',
              facts: named.map(({ name, value }) => ({ title: plain(name), value: plain(value) })),
            },
          ]),
      ...found.map((line) => textBlock(line)),
      ...about.map(subtle),
      ...actionsOf(story),
    ],
  };
}

function actionsOf({ links, link }: StoryView) {
  const named: [string, string | undefined][] = [
    ['Article', link],
    ['Why you got this', links.why],
    ['Get less of this', links.quieter],
    ['All findings', links.findings?.link],
  ];
  const actions = named.flatMap(([title, url]) =>
    url === undefined ? [] : [{ type: 'Action.OpenUrl', title, url }],
  );
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
