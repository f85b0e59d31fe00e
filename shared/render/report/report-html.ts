import { sha256 } from '../../domain/lib/hash.ts';
import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { trustedMarkup, html } from '../html/html.ts';
import { brandColours } from './brand-colour.ts';
import { indexFindings } from './findings-index.ts';
import { reportStyle } from './report-style.ts';
import { findingsSection } from './sections/findings-section.ts';
import { topsSection } from './sections/outlets-section.ts';
import { storiesSection } from './sections/stories-section.ts';
import { changes, header, keyFigures } from './sections/key-figures.ts';
import { voiceSection } from './sections/voice-section.ts';
import { reachSection, toneSection, volume } from './sections/volume.ts';
import { itemsSection } from './sections/events-section.ts';
import { watchingSection } from './sections/coverage-part.ts';
import { line, periodName } from './words.ts';

/**
 * A report as one file: nothing is loaded, nothing runs, and its own policy says so to whoever opens it from a disk. The
 * same numbers and link give the same bytes. `link` is its own address: what it cannot hold is listed on pages below that.
 */
export function reportHtml(numbers: ReportNumbers, link: string | undefined): string {
  const { look, period, id } = numbers;
  const index = indexFindings(numbers, link);
  const style = reportStyle(look.colour === undefined ? undefined : brandColours(look.colour));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${line(look.title, 120)}, ${periodName(period)}</title>
<style>${trustedMarkup(style)}</style>
</head>
<body>
<main>
${header(numbers)}
${keyFigures(numbers, index)}
${changes(numbers)}
${volume(numbers, index)}
${voiceSection(numbers, index)}
${toneSection(numbers, index)}
${storiesSection(numbers, index)}
${topsSection(numbers, index)}
${reachSection(numbers, index)}
${itemsSection(numbers, index)}
${watchingSection(numbers)}
${findingsSection(numbers, index)}
<footer>Made by Bellwether from what its watches stored. Report ${id}, ${period.first} to ${period.last}, days of ${period.timezone}. Titles are those of the outlets.</footer>
</main>
</body>
</html>
`;
  return page.toString();
}

/** What a report may do, as the answer that brings it should say too: show itself, with its one style. */
export function reportPolicy(page: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  return `${policyOf(style)}; frame-ancestors 'none'`;
}

function policyOf(style: string): string {
  const hash = btoa(String.fromCharCode(...sha256(style)));
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
}
