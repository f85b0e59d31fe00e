import { UNSUBSCRIBE_CLASS } from '../../domain/pages/unsubscribe-mark.ts';
import type { Severity } from '../../domain/watches/watch.ts';
import { type Html, html, type Part, trustedMarkup } from '../html/html.ts';
import { foundByText, restText, sourceText } from './alerts-email.ts';
import { EMAIL_COLOURS as COLOURS, EMAIL_STYLES as STYLES, DARK_STYLE } from './email-style.ts';
import { subjectLine } from './message-subject.ts';
import type { ExampleView, FactLine, MessageView, StoryView } from './message-view.ts';

/** Gmail clips a message at 102 KB and hides what follows, the last line among it. */
const HTML_SIZE = 90_000;
/** What the frame needs: the head, the first and the last lines. */
const FRAME_SIZE = 8_000;
const encoder = new TextEncoder();

/**
 * The HTML of an e-mail, and how many of its first stories it lists. It uses what common mail clients take: tables for the layout,
 * styles inside the elements, no script, no picture, no font to load. In the dark, clients that read the style sheet of the head
 * use its colours; the others choose their own. It loads nothing, so that nobody learns who reads it.
 */
export function emailHtml(view: MessageView): { html: string; listed: number } {
  const isOnly = view.count === 1;
  const blocks = view.stories.map((story) => storyBlock(story, isOnly));
  const listed = countBlocks(blocks);
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
<body class="paper" style="${STYLES.body}">
<div style="${STYLES.preview}">${previewOf(view)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="${STYLES.outer}"><tr><td align="center" style="${STYLES.centre}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="${STYLES.card}">
${view.intro !== undefined && html`<tr><td style="${STYLES.block}"><h1 class="ink" style="${STYLES.intro}" dir="auto">${view.intro}</h1></td></tr>`}
${blocks.slice(0, listed)}
${rest}
<tr><td class="line" style="${STYLES.footer}"><p class="soft" style="${STYLES.small}" dir="auto">${view.footer}</p><p class="${UNSUBSCRIBE_CLASS} soft" style="${STYLES.small}"></p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return { html: page.toString(), listed };
}

function countBlocks(blocks: readonly Html[]): number {
  let left = HTML_SIZE - FRAME_SIZE;
  const tooMany = blocks.findIndex((block) => {
    left -= encoder.encode(block.toString()).length;
    return left < 0;
  });
  return tooMany < 0 ? blocks.length : Math.max(1, tooMany);
}

/** What lists of mails show behind the subject: it does not repeat the headline. */
function previewOf({ stories: [first, second], count }: MessageView): string {
  const text = count > 1 ? second?.headline : (first?.notes[0] ?? first?.text ?? first?.source?.outlet);
  return text ?? '';
}

function storyBlock(story: StoryView, isOnly: boolean): Html {
  const { headline, notes, text, english, facts, topics, source, link, examples } = story;
  const title = link === undefined ? html`${headline}` : linkTo(link, headline, STYLES.title);
  const heading = isOnly
    ? html`<h1 class="ink" style="${STYLES.heading}" dir="auto">${title}</h1>`
    : html`<h2 class="ink" style="${STYLES.heading}" dir="auto">${title}</h2>`;
  return html`<tr><td class="line" style="${STYLES.block}">
${kickerOf(story)}${heading}
${notes.filter((note) => note !== '').map((note) => html`<p class="ink" style="${STYLES.text}" dir="auto">${note}</p>`)}
${text !== undefined && html`<p class="ink" style="${STYLES.text}" dir="auto">${text}</p>`}
${english !== undefined && html`<p class="ink" style="${STYLES.text}"><span class="soft" style="${STYLES.soft}">In English:</span> ${english}</p>`}
${factTable(facts)}
${exampleList(examples)}
${source && html`<p class="soft" style="${STYLES.small}" dir="auto">${sourceText(source)}</p>`}
${topics.length > 0 && html`<p class="soft" style="${STYLES.small}" dir="auto">${topics.map(({ name, value }) => `${name}: ${value}`).join(' · ')}</p>`}
${linksOf(story)}
<p class="soft" style="${STYLES.small}" dir="auto">${foundByText(story)}</p>
</td></tr>`;
}

/** The brand, the severity as a word on a colour, and how far the story has spread. */
function kickerOf({ brandName, severity, spread, update, isNews }: StoryView): Html | undefined {
  const words = [brandName, update, spread?.text].filter((word) => word !== undefined && word !== '');
  const badge = isNews && severity !== 'info';
  if (words.length === 0 && !badge) return undefined;
  return html`<p class="soft" style="${STYLES.kicker}" dir="auto">${badge && severityBadge(severity)}${words.join(' · ')}</p>`;
}

function severityBadge(severity: Severity): Html {
  return html`<span style="${STYLES.badge}background-color:${COLOURS[severity]};">${severity}</span> `;
}

function factTable(facts: readonly FactLine[]): Part {
  if (facts.length === 0) return undefined;
  const rows = facts.map(
    ({ name, value }) =>
      html`<tr><th scope="row" align="left" valign="top" class="soft" style="${STYLES.factName}" dir="auto">${name}</th><td valign="top" class="ink" style="${STYLES.factValue}" dir="auto">${value}</td></tr>`,
  );
  return html`<table cellpadding="0" cellspacing="0" border="0" style="${STYLES.facts}">${rows}</table>`;
}

function exampleList(examples: readonly ExampleView[]): Part {
  if (examples.length === 0) return undefined;
  const lines = examples.map(
    ({ headline, outlet, link }) =>
      html`<li style="${STYLES.example}" dir="auto">${link === undefined ? headline : linkTo(link, headline, STYLES.link)} <span class="soft" style="${STYLES.soft}">${outlet}</span></li>`,
  );
  return html`<ul style="${STYLES.list}">${lines}</ul>`;
}

function linksOf({ links: { why, quieter, findings } }: StoryView): Part {
  const shown = [
    findings && linkTo(findings.link, 'All findings', STYLES.link),
    why !== undefined && linkTo(why, 'Why you got this', STYLES.link),
    quieter !== undefined && linkTo(quieter, 'Get less of this', STYLES.link),
  ].filter((link) => link !== false && link !== undefined);
  if (shown.length === 0) return undefined;
  const cells = shown.map((link) => html`<span style="${STYLES.action}">${link}</span> `);
  return html`<p style="${STYLES.actions}">${cells}</p>`;
}

function restBlock(view: MessageView, listed: number): Html {
  const { all, ...rest } = view;
  const text = restText(rest, listed);
  return html`<tr><td class="line" style="${STYLES.block}"><p class="ink" style="${STYLES.text}">${text} ${all !== undefined && linkTo(all, 'See all of them', STYLES.link)}</p></td></tr>`;
}

function linkTo(address: string, text: string, style: string): Html {
  return html`<a href="${address}" class="accent" style="${style}">${text}</a>`;
}
