import { UNSUBSCRIBE_CLASS } from '../../domain/channels/unsubscribed.ts';
import type { Severity } from '../../domain/watches/watch.ts';
import { html, type Html, type Part, trustedMarkup } from '../text/html.ts';
import { countFitting } from '../text/plain-text.ts';
import { foundByText, isSaid, pagesOf, restText, sourceText } from './compose-message.ts';
import { subjectLine } from './view-message.ts';
import type { ExampleView, FactLine, MessageView, StoryView } from './message-view.ts';

/** The background of the word for a severity: white text on it has a contrast of at least 4.5:1. */
const EMAIL_COLOURS: Readonly<Record<Severity, string>> = {
  info: '#655e57',
  warning: '#8a5300',
  critical: '#a62019',
};

const FONT = 'font-family:Arial,Helvetica,sans-serif;';
const WRAP = 'word-break:break-word;overflow-wrap:anywhere;';

/**
 * Styles inside the elements: many mail clients read no other. Text has a contrast of at least 4.5:1 on its
 * background.
 */
const EMAIL_STYLES = {
  body: 'margin:0;padding:0;background-color:#f3efe8;',
  preview:
    'display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#f3efe8;',
  outer: 'background-color:#f3efe8;',
  centre: 'padding:16px 8px;',
  card: `max-width:600px;background-color:#ffffff;border-collapse:collapse;text-align:start;${FONT}`,
  block: `padding:20px 20px 12px;border-bottom:1px solid #e3ddd4;${WRAP}`,
  footer: `padding:16px 20px;${WRAP}`,
  intro: `margin:0;font-size:16px;line-height:24px;font-weight:bold;color:#1f1c19;${FONT}`,
  kicker: `margin:0 0 6px;font-size:14px;line-height:20px;color:#655e57;${FONT}`,
  badge:
    'display:inline-block;padding:1px 8px;border-radius:3px;color:#ffffff;font-size:12px;line-height:18px;font-weight:bold;',
  heading: `margin:0 0 10px;font-size:20px;line-height:26px;font-weight:bold;color:#1f1c19;${FONT}`,
  title: 'color:#1f1c19;text-decoration:underline;',
  text: `margin:0 0 10px;font-size:16px;line-height:24px;color:#1f1c19;${FONT}`,
  soft: 'color:#655e57;',
  small: `margin:0 0 8px;font-size:14px;line-height:20px;color:#655e57;${FONT}`,
  facts: 'margin:0 0 10px;border-collapse:collapse;',
  factName: `padding:2px 14px 2px 0;font-size:14px;line-height:20px;font-weight:normal;color:#655e57;white-space:nowrap;${FONT}`,
  factValue: `padding:2px 0;font-size:14px;line-height:20px;color:#1f1c19;${WRAP}${FONT}`,
  list: 'margin:0 0 10px;padding:0 0 0 20px;',
  example: `margin:0 0 6px;font-size:14px;line-height:20px;color:#1f1c19;${FONT}`,
  link: 'color:#9a3d1a;text-decoration:underline;',
  actions: `margin:4px 0 8px;font-size:14px;line-height:30px;${FONT}`,
  action: 'display:inline-block;padding:0 18px 0 0;',
} as const;

/**
 * Colours for the dark, for clients that read a style sheet. `!important`: the styles inside the elements come first
 * otherwise.
 */
const DARK_STYLE = `
@media (prefers-color-scheme: dark) {
  .paper { background-color: #161412 !important; }
  .card { background-color: #1f1c19 !important; }
  .ink, .ink a { color: #ece7df !important; }
  .soft { color: #aaa298 !important; }
  .line { border-color: #38332d !important; }
  a.accent { color: #f2a27e !important; }
}
`;

/** Gmail clips a message at 102 KB and hides what follows, the last line among it. */
const HTML_SIZE = 90_000;
/** What the frame needs: the head, the first and the last lines. */
const FRAME_SIZE = 8_000;
const encoder = new TextEncoder();

/**
 * The HTML of an e-mail, and how many of its first stories it lists. It uses what common mail clients take: tables
 * for the layout, styles inside the elements, no script, no picture, no font to load. In the dark, clients that read
 * the style sheet of the head use its colours; the others choose their own. It loads nothing, so that nobody learns
 * who reads it.
 */
export function emailHtml(view: MessageView): { html: string; listed: number } {
  const isOnly = view.count === 1;
  const blocks = view.stories.map((story) => storyBlock(story, isOnly));
  const fitting = countFitting(
    HTML_SIZE - FRAME_SIZE,
    blocks.map(String),
    (block) => encoder.encode(block).length,
  );
  const listed = Math.max(1, fitting);
  const rest = listed < view.count && restBlock(view, listed);
  const page = html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subjectLine(view.subject)}</title>
<style>${trustedMarkup(DARK_STYLE)}</style>
</head>
<body class="paper" style="${EMAIL_STYLES.body}">
<div style="${EMAIL_STYLES.preview}">${previewOf(view)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="${EMAIL_STYLES.outer}"><tr><td align="center" style="${EMAIL_STYLES.centre}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="${EMAIL_STYLES.card}">
${view.intro !== undefined && html`<tr><td style="${EMAIL_STYLES.block}"><h1 class="ink" style="${EMAIL_STYLES.intro}" dir="auto">${view.intro}</h1></td></tr>`}
${blocks.slice(0, listed)}
${rest}
<tr><td class="line" style="${EMAIL_STYLES.footer}">${paragraph('small', view.footer)}<p class="${UNSUBSCRIBE_CLASS} soft" style="${EMAIL_STYLES.small}"></p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return { html: page.toString(), listed };
}

/** What lists of mails show behind the subject: it does not repeat the headline. */
function previewOf({ stories: [first, second], count }: MessageView): string {
  const text = count > 1 ? second?.headline : (first?.notes[0] ?? first?.text ?? first?.source?.outlet);
  return text ?? '';
}

function storyBlock(story: StoryView, isOnly: boolean): Html {
  const { section, headline, notes, text, english, facts, topics, source, link, examples } = story;
  const title = link === undefined ? html`${headline}` : linkTo(link, headline, EMAIL_STYLES.title);
  const heading = isOnly
    ? html`<h1 class="ink" style="${EMAIL_STYLES.heading}" dir="auto">${title}</h1>`
    : html`<h2 class="ink" style="${EMAIL_STYLES.heading}" dir="auto">${title}</h2>`;
  return html`${section !== undefined && html`<tr><td style="${EMAIL_STYLES.block}"><p class="ink" style="${EMAIL_STYLES.intro}">${section}</p></td></tr>`}<tr><td class="line" style="${EMAIL_STYLES.block}">
${kickerOf(story)}${heading}
${notes.filter(isSaid).map((note) => paragraph('text', note, 'ink'))}
${text !== undefined && paragraph('text', text, 'ink')}
${english !== undefined && html`<p class="ink" style="${EMAIL_STYLES.text}"><span class="soft" style="${EMAIL_STYLES.soft}">In English:</span> ${english}</p>`}
${factTable(facts)}
${exampleList(examples)}
${source && paragraph('small', sourceText(source))}
${topics.length > 0 && paragraph('small', topics.map(({ name, value }) => `${name}: ${value}`).join(' · '))}
${linksOf(story)}
${paragraph('small', foundByText(story))}
</td></tr>`;
}

/** The brand, the severity as a word on a colour, and how far the story has spread. */
function kickerOf({ brandName, severity, spread, update, isNews }: StoryView): Html | undefined {
  const words = [brandName, update, spread?.text].filter(isSaid);
  const badge = isNews && severity !== 'info';
  if (words.length === 0 && !badge) return undefined;
  return paragraph('kicker', [badge && severityBadge(severity), words.join(' · ')]);
}

/** With a no-break space behind it: Outlook ignores margins within a line. */
function severityBadge(severity: Severity): Html {
  return html`<span style="${EMAIL_STYLES.badge}background-color:${EMAIL_COLOURS[severity]};">${severity}</span>&nbsp; `;
}

function factTable(facts: readonly FactLine[]): Part {
  if (facts.length === 0) return undefined;
  const rows = facts.map(
    ({ name, value }) =>
      html`<tr><th scope="row" align="left" valign="top" class="soft" style="${EMAIL_STYLES.factName}" dir="auto">${name}</th><td valign="top" class="ink" style="${EMAIL_STYLES.factValue}" dir="auto">${value}</td></tr>`,
  );
  return html`<table cellpadding="0" cellspacing="0" border="0" style="${EMAIL_STYLES.facts}">${rows}</table>`;
}

function exampleList(examples: readonly ExampleView[]): Part {
  if (examples.length === 0) return undefined;
  const lines = examples.map(
    ({ headline, outlet, link }) =>
      html`<li style="${EMAIL_STYLES.example}" dir="auto">${link === undefined ? headline : linkTo(link, headline, EMAIL_STYLES.link)} <span class="soft" style="${EMAIL_STYLES.soft}">${outlet}</span></li>`,
  );
  return html`<ul style="${EMAIL_STYLES.list}">${lines}</ul>`;
}

function linksOf(story: StoryView): Part {
  const cells = pagesOf(story).map(
    ({ name, href }) =>
      html`<span style="${EMAIL_STYLES.action}">${linkTo(href, name, EMAIL_STYLES.link)}</span> `,
  );
  return cells.length > 0 && html`<p style="${EMAIL_STYLES.actions}">${cells}</p>`;
}

/** A paragraph in a style; in the dark it has the colour of `ink` or of what is `soft`. */
function paragraph(style: keyof typeof EMAIL_STYLES, content: Part, colour: 'ink' | 'soft' = 'soft'): Html {
  return html`<p class="${colour}" style="${EMAIL_STYLES[style]}" dir="auto">${content}</p>`;
}

function restBlock(view: MessageView, listed: number): Html {
  const { all, ...rest } = view;
  const text = restText(rest, listed);
  return html`<tr><td class="line" style="${EMAIL_STYLES.block}"><p class="ink" style="${EMAIL_STYLES.text}">${text} ${all !== undefined && linkTo(all, 'See all of them', EMAIL_STYLES.link)}</p></td></tr>`;
}

function linkTo(address: string, text: string, style: string): Html {
  return html`<a href="${address}" class="accent" style="${style}">${text}</a>`;
}
