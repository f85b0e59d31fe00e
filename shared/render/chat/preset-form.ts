import { PRESETS, type MarkupName, type PresetName } from '../../domain/channels/webhook-presets.ts';
import { shorten } from '../../domain/text/clean-text.ts';
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

/** The longest headline, and that of a story that does not fit whole. */
const LONGEST = 300;
const LEAST = 120;
const GAP = '\n\n';

const encoder = new TextEncoder();

/** A message as a messenger takes it. It lists as many stories as fit. */
export function presetForm(view: MessageView, name: PresetName): Form {
  const { markup, most, unit, body } = PRESETS[name];
  const sizeOf = (text: string) => (unit === 'bytes' ? encoder.encode(text).length : text.length);
  const version = longestFitting(view, { markup: MARKUPS[markup], most, sizeOf });
  const listed = view.stories.slice(0, version.listed);
  const content = {
    title: subjectLine(view.subject, LONGEST),
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
  /** Not even one fits whole: it has its headline and the link to its page alone. */
  isCut?: boolean;
}

function longestFitting(
  view: MessageView,
  { markup, most, sizeOf }: { markup: Markup; most: number; sizeOf: (text: string) => number },
): Version {
  const frame = sizeOf(textOf(view, { listed: 0 }, markup) + GAP);
  const whole = view.stories.map((story) => storyText(story, markup) + GAP);
  const listed = countFitting(most - frame, whole, sizeOf);
  return listed > 0 ? { listed } : { listed: 1, isCut: true };
}

function textOf(view: MessageView, { listed, isCut = false }: Version, markup: Markup): string {
  const { count, all, intro = '', stories, footer } = view;
  const rest = count > listed ? markup.escape(restText({ ...view, all: undefined }, listed)) : '';
  const paragraphs = [
    isCut ? '' : markup.escape(intro),
    ...stories.slice(0, listed).map((story) => (isCut ? cutStory : storyText)(story, markup)),
    rest === '' || all === undefined ? rest : `${rest} ${markup.link(all, 'All of them')}`,
    isCut ? '' : markup.escape(footer),
  ];
  return paragraphs.filter(isSaid).join(GAP);
}

function storyText(story: StoryView, markup: Markup): string {
  const { escape, link } = markup;
  const { headline, facts, topics, source, examples } = story;
  const title = escape(shorten(headline, LONGEST));
  const lines = [
    markup.bold(story.link === undefined ? title : link(story.link, title)),
    escape(kickerOf(story)),
    ...saidOf(story).map(escape),
    ...[...facts, ...topics].map(({ name, value }) => escape(`${name}: ${value}`)),
    ...examples.map((one) => {
      const shown = escape(exampleText(one));
      return one.link === undefined ? shown : link(one.link, shown);
    }),
    source && escape(sourceText(source)),
    pagesOf(story)
      .map(({ name, href }) => link(href, escape(name)))
      .join(' · '),
    escape(foundByText(story)),
  ];
  return lines.filter(isSaid).join('\n');
}

function cutStory(story: StoryView, markup: Markup): string {
  const title = markup.bold(markup.escape(shorten(story.headline, LEAST)));
  return [title, whyOf(story, markup)].filter(isSaid).join('\n');
}

function whyOf({ links: { why } }: StoryView, { link }: Markup): string {
  return why === undefined ? '' : link(why, 'Why you got this');
}
