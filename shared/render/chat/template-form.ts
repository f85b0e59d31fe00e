import { Liquid } from 'liquidjs';
import type { TemplateSettings } from '../../domain/channels/channel.ts';
import { foundByText, kickerOf, restText, sourceText } from '../message/compose-message.ts';
import type { Form, MessageView, StoryView } from '../message/message-view.ts';
import { subjectLine } from '../message/view-message.ts';

/** The longest body that a template makes, in UTF-16 units: a message is an item of the store. */
const MOST = 100_000;
/** Numbers of stories that are tried, until the body is short enough. */
const TRIED = [40, 10, 3, 1];

/** How values are written into a body of a type. In JSON they stand within quotes. */
function escapeFor(contentType: string): ((value: unknown) => string) | 'escape' | undefined {
  if (isJson(contentType))
    return (value) =>
      typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value ?? null);
  if (/\b(?:html|xml)\b/.test(contentType)) return 'escape';
  if (contentType.includes('x-www-form-urlencoded'))
    return (value) => encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value ?? ''));
  return undefined;
}

function isJson(contentType: string): boolean {
  return /\bjson\b/.test(contentType);
}

/** No files, no prototypes, and an end to endless loops. */
function engineFor(contentType: string, { strict }: { strict: boolean }): Liquid {
  const outputEscape = escapeFor(contentType);
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: strict,
    parseLimit: MOST,
    renderLimit: 1_000,
    memoryLimit: 10_000_000,
    ...(outputEscape !== undefined && { outputEscape }),
  });
  // What it gives is escaped already.
  if (isJson(contentType))
    engine.registerFilter('json', { raw: true, handler: (value) => JSON.stringify(value ?? null) });
  return engine;
}

/**
 * A message by a template of the user. A template that fails with this message gives a body with its subject alone, so
 * that the message is not lost.
 */
export function templateForm(view: MessageView, { body, contentType }: TemplateSettings): Form {
  const engine = engineFor(contentType, { strict: false });
  const template = engine.parse(body);
  for (const most of TRIED) {
    const listed = Math.min(most, view.stories.length);
    const made = rendered(() => engine.renderSync(template, fieldsOf(view, listed)), contentType);
    if ('text' in made && made.text.length <= MOST) return { body: made.text, listed };
  }
  const subject = subjectLine(view.subject);
  return { body: isJson(contentType) ? JSON.stringify({ text: subject }) : subject, listed: 0 };
}

/** What is wrong with a template, or undefined: its syntax, a name that no message has, or what it makes is no JSON. */
export function templateFault({ body, contentType }: TemplateSettings): string | undefined {
  const engine = engineFor(contentType, { strict: true });
  const made = rendered(() => engine.parseAndRenderSync(body, fieldsOf(EXAMPLE, 2)), contentType);
  return 'text' in made ? undefined : made.fault;
}

function rendered(render: () => unknown, contentType: string): { text: string } | { fault: string } {
  try {
    const text = String(render());
    if (isJson(contentType)) JSON.parse(text);
    return { text };
  } catch (error) {
    const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    return { fault: error instanceof SyntaxError ? `what it makes is not JSON: ${said}` : said };
  }
}

/** What a template can name. The names are public: docs/watches.md lists them. */
function fieldsOf(view: MessageView, listed: number): object {
  const { channel, severity, intro, count, critical, all, footer, stories } = view;
  return {
    subject: subjectLine(view.subject),
    channel,
    severity,
    intro: intro ?? '',
    count,
    critical,
    stories: stories.slice(0, listed).map(storyFields),
    rest: count > listed ? restText(view, listed) : '',
    all: all ?? '',
    footer,
  };
}

function storyFields(story: StoryView): object {
  const { key, headline, update, brand, brandName, severity, notes, text, english, facts, topics, source } =
    story;
  return {
    key,
    headline,
    update: update ?? '',
    brand: brandName ?? brand ?? '',
    severity,
    kicker: kickerOf(story),
    notes,
    text: text ?? '',
    english: english ?? '',
    facts: [...facts, ...topics],
    outlet: source?.outlet ?? '',
    source: source ? sourceText(source) : '',
    link: story.link ?? '',
    why: story.links.why ?? '',
    quieter: story.links.quieter ?? '',
    findings: story.links.findings?.link ?? '',
    found_by: foundByText(story),
  };
}

/** With characters that break what is not escaped. */
const EXAMPLE: MessageView = {
  subject: { isCritical: false, sender: 'Acme', title: 'A "quoted" \\ title', more: 1 },
  channel: 'press',
  severity: 'warning',
  because: 'group',
  intro: '2 stories for press.',
  count: 3,
  critical: 0,
  all: 'https://pages.example/m/1',
  footer: 'You receive this because watch acme-news alerts channel press.',
  stories: ['one', 'two'].map((key) => ({
    key,
    alertIds: [key],
    headline: `The "${key}" \\ headline`,
    severity: 'warning',
    isNews: true,
    notes: ['A "note"'],
    facts: [{ name: 'How many', value: '540 "people"' }],
    topics: [],
    examples: [],
    foundBy: [{ name: 'acme-news', matched: ['Acme'] }],
    moreWatches: 0,
    links: {},
  })),
};
