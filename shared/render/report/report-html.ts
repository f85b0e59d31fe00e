import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { html, trustedMarkup } from '../html/html.ts';
import { brandColours } from './brand-colour.ts';
import { indexFindings } from './findings-index.ts';
import { policyOf } from './report-policy.ts';
import { reportStyle } from './report-style.ts';
import { periodName, titleLine } from '../text/format-values.ts';
import { eventsSection } from './sections/events-section.ts';
import { findingsSection } from './sections/findings-section.ts';
import { keyFigures, reportHeader, summarySection } from './sections/key-figures.ts';
import { monitoringSection } from './sections/monitoring-section.ts';
import { outletsSection } from './sections/outlets-section.ts';
import { storiesSection } from './sections/stories-section.ts';
import { toneSection } from './sections/tone-section.ts';
import { topicsSection } from './sections/topics-section.ts';
import { voiceSection } from './sections/voice-section.ts';
import { reachSection, trendSection, volumeSection } from './sections/volume-section.ts';

/** The pattern of what is hatched, once for all charts. */
const HATCH = html`<svg width="0" height="0" aria-hidden="true" class="defs"><defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="7" height="7"/><rect class="hatch-line" width="2" height="7"/></pattern></defs></svg>`;

/**
 * A report as one HTML file without scripts or foreign content; its policy is in the file, so that it also holds when the
 * file is opened from a disk. The same numbers and link give the same bytes. `link` is the address of the report; pages
 * below it list the findings for which it has no room.
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
<title>${titleLine(look.title, 120)}, ${periodName(period)}</title>
<style>${trustedMarkup(style)}</style>
</head>
<body>
<main>
${HATCH}
${reportHeader(numbers, index)}
${keyFigures(numbers, index)}
${summarySection(numbers)}
${storiesSection(numbers, index)}
${volumeSection(numbers, index)}
${toneSection(numbers, index)}
${voiceSection(numbers, index)}
${topicsSection(numbers, index)}
${reachSection(numbers, index)}
${outletsSection(numbers, index)}
${trendSection(numbers)}
${eventsSection(numbers, index)}
${monitoringSection(numbers)}
${findingsSection(numbers, index)}
<footer>Written by Bellwether from the findings of its watches. Report ${id}, ${period.first} to ${period.last}, time zone ${period.timezone}. The titles are those of the outlets.</footer>
</main>
</body>
</html>
`;
  return page.toString();
}
