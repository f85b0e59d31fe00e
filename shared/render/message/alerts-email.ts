import { formatNumber } from '../text/format-values.ts';
import { countFitting } from '../text/plain-text.ts';
import type { FactLine, MessageView, SourceView, StoryView } from './message-view.ts';

/** The largest e-mail, in bytes inside JSON. With five times the JSON, all texts together stay below SNS's 256 KB. */
const EMAIL_SIZE = 60_000;

/** The text of an e-mail, and how many of its first stories it lists: a paragraph for each, the watches last. */
export function emailText(view: MessageView): { text: string; listed: number } {
  const paragraphs = view.stories.map(paragraphOf);
  const listed = countFitting(EMAIL_SIZE, paragraphs);
  const intro = view.intro === undefined ? [] : [view.intro];
  const rest = listed < view.count ? [restText(view, listed)] : [];
  const text = [...intro, ...paragraphs.slice(0, listed), ...rest, `--\n${view.footer}`].join('\n\n');
  return { text, listed };
}

/** How many stories a text leaves out, and where they are. */
export function restText({ count, all }: MessageView, listed: number): string {
  const link = all === undefined ? '' : ` See all of them: ${all}`;
  return `and ${formatNumber(count - listed)} more, stored but not listed here.${link}`;
}

function paragraphOf(story: StoryView): string {
  const { headline, notes, text, english, facts, topics, source, link, examples, links } = story;
  const about = [
    text,
    english && `In English: ${english}`,
    ...facts.map(factText),
    topics.map(factText).join('. '),
    source && sourceText(source),
    link,
    ...examples.flatMap((example) => [`- ${example.headline} (${example.outlet})`, example.link]),
    links.findings && `${links.findings.text} All of them: ${links.findings.link}`,
    links.why && `Why you got this: ${links.why}`,
    links.quieter && `Get less of this: ${links.quieter}`,
    foundByText(story),
  ];
  const kicker = kickerOf(story);
  // The texts of a report have empty lines.
  return [headline, ...(kicker === '' ? [] : [kicker]), ...notes, ...about.filter(isSaid)].join('\n');
}

/** Whether a line says anything. */
export function isSaid(line: string | undefined): line is string {
  return line !== undefined && line !== '';
}

/** `Acme Corp, critical, 12 outlets in 4 countries`: what decides whether to read on. */
export function kickerOf({ brandName, severity, spread, isNews }: StoryView): string {
  const parts = [brandName, severity === 'info' ? undefined : severity, spread?.text];
  return isNews ? parts.filter((part) => part !== undefined && part !== '').join(', ') : '';
}

function factText({ name, value }: FactLine): string {
  return `${name}: ${value}`;
}

/** `Meridian Wire (United States, large outlet), Friday 20 November 2026, 12:00 (Europe/Paris), opinion` */
export function sourceText({ outlet, country, reach, published, marks }: SourceView): string {
  const about = [country, reach].filter((part) => part !== undefined).join(', ');
  return [`${outlet}${about === '' ? '' : ` (${about})`}`, published, ...marks].join(', ');
}

/** `Found by acme-news (matched: Acme Corp, recall).` Empty for what no watch found. */
export function foundByText({ foundBy, moreWatches }: StoryView): string {
  if (foundBy.length === 0) return '';
  const named = foundBy.map(({ name, matched }) =>
    matched.length === 0 ? name : `${name} (matched: ${matched.join(', ')})`,
  );
  return `Found by ${named.join(', ')}${moreWatches > 0 ? ` and ${moreWatches} more` : ''}.`;
}
