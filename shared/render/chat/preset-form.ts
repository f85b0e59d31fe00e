import { presetOf, type MarkupName, type PresetName } from '../../domain/channels/webhook-presets.ts';
import { shorten } from '../../domain/text/shorten.ts';
import { foundByText, isSaid, kickerOf, restText, sourceText } from '../message/compose-message.ts';
import type { Form, MessageView, StoryView } from '../message/message-view.ts';
import { subjectLine } from '../message/view-message.ts';
import { countFitting } from '../text/plain-text.ts';

/** How a text is marked up. Texts come from the news: nothing in them may become markup or call people. */
interface Markup {
  escape: (text: string) => string;
  bold: (escaped: string) => string;
  /** @param href a safe link. */
  link: (href: string, escaped: string) => string;
}

/** A character without width: what follows is no mention. */
const APART = '\u200B';

const MARKUPS: Readonly<Record<MarkupName, Markup>> = {
  plain: {
    escape: (text) => text,
    bold: (text) => text,
    link: (href, text) => `${text}: ${href}`,
  },
  html: {
    escape: (text) => withoutMentions(escapeHtml(text)),
    bold: (text) => `<b>${text}</b>`,
    link: (href, text) => `<a href="${escapeHtml(href)}">${text}</a>`,
  },
  markdown: {
    escape: (text) =>
      withoutMentions(text.replaceAll(/[\\`*_{}[\]()#+\-.!|~>:]/g, String.raw`\$&`)).replaceAll(
        '<',
        `<${APART}`,
      ),
    bold: (text) => `**${text}**`,
    link: (href, text) => `[${text}](<${href.replaceAll(/[()\\]/g, percentCode)}>)`,
  },
  // Google Chat has no escapes: `<` begins links and mentions.
  chat: {
    escape: (text) => text.replaceAll('<', '‹').replaceAll('>', '›'),
    bold: (text) => `*${text.replaceAll('*', '')}*`,
    link: (href, text) => `<${href.replaceAll('|', '%7C')}|${text.replaceAll('|', '/')}>`,
  },
};

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function withoutMentions(text: string): string {
  return text.replaceAll('@', `@${APART}`);
}

function percentCode(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** How much of a story is shown, where not even one fits whole. */
const DEPTHS = ['whole', 'short', 'least'] as const;
type Depth = (typeof DEPTHS)[number];
/** The longest headline of the shorter ones. */
const SHORT = 300;
const LEAST = 120;
const GAP = '\n\n';

const encoder = new TextEncoder();

/** A message as a messenger takes it. It lists as many stories as fit. */
export function presetForm(view: MessageView, name: PresetName): Form {
  const { markup, most, unit, body } = presetOf(name);
  const sizeOf = (text: string) => (unit === 'bytes' ? encoder.encode(text).length : text.length);
  const version = longestFitting(view, { markup: MARKUPS[markup], most, sizeOf });
  const listed = view.stories.slice(0, version.listed);
  const content = {
    title: subjectLine(view.subject, SHORT),
    text: textOf(view, version, MARKUPS[markup]),
    plain: textOf(view, version, MARKUPS.plain),
    severity: view.severity,
    link: listed[0]?.link,
  };
  return { body: JSON.stringify(body(content)), listed: listed.length };
}

interface Version {
  /** How many stories it lists. */
  listed: number;
  depth: Depth;
}

function longestFitting(
  view: MessageView,
  { markup, most, sizeOf }: { markup: Markup; most: number; sizeOf: (text: string) => number },
): Version {
  const frame = sizeOf(textOf(view, { listed: 0, depth: 'whole' }, markup) + GAP);
  const whole = view.stories.map((story) => storyText(story, 'whole', markup) + GAP);
  const listed = countFitting(most - frame, whole, sizeOf);
  if (listed > 0) return { listed, depth: 'whole' };
  const short: Version = { listed: 1, depth: 'short' };
  return sizeOf(textOf(view, short, markup)) <= most ? short : { listed: 1, depth: 'least' };
}

function textOf(view: MessageView, { listed, depth }: Version, markup: Markup): string {
  const { count, all, intro = '', stories, footer } = view;
  const rest = count > listed ? markup.escape(restText({ ...view, all: undefined }, listed)) : '';
  const paragraphs = [
    depth === 'whole' ? markup.escape(intro) : '',
    ...stories.slice(0, listed).map((story) => storyText(story, depth, markup)),
    rest === '' || all === undefined ? rest : `${rest} ${markup.link(all, 'All of them')}`,
    depth === 'least' ? '' : markup.escape(footer),
  ];
  return paragraphs.filter(isSaid).join(GAP);
}

function storyText(story: StoryView, depth: Depth, { escape, bold, link }: Markup): string {
  const { headline, notes, text, english, facts, topics, source, links, examples } = story;
  const titled = (most: number, href?: string) => {
    const title = escape(shorten(headline, most));
    return bold(href === undefined ? title : link(href, title));
  };
  const why = links.why && link(links.why, 'Why you got this');
  if (depth === 'least') return [titled(LEAST), why].filter(isSaid).join('\n');
  const named = [...facts, ...topics].map(({ name, value }) => escape(`${name}: ${value}`));
  const actions = [
    why,
    links.quieter && link(links.quieter, 'Get less of this'),
    links.findings && link(links.findings.link, escape(links.findings.text)),
  ];
  const lines = [
    titled(SHORT, story.link),
    escape(kickerOf(story)),
    ...(depth === 'whole'
      ? [
          ...notes.map(escape),
          text && escape(text),
          english && escape(`In English: ${english}`),
          ...named,
          ...examples.map((one) => {
            const shown = escape(`${one.headline} (${one.outlet})`);
            return one.link === undefined ? shown : link(one.link, shown);
          }),
        ]
      : []),
    source && escape(sourceText(source)),
    actions.filter(isSaid).join(' · '),
    depth === 'whole' ? escape(foundByText(story)) : '',
  ];
  return lines.filter(isSaid).join('\n');
}
