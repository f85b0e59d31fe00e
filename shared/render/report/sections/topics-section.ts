import { COUNTED_TOPICS, type CountedTopic } from '../../../domain/reports/rollup/day-rollup.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { typedKeys } from '../../../domain/lib/fields.ts';
import { type Html, html } from '../../html/html.ts';
import { titleLine } from '../../text/format-values.ts';
import type { FindingsIndex } from '../findings-index.ts';
import { countTable } from './outlets-section.ts';

const CAPTIONS: Readonly<Record<CountedTopic, string>> = {
  theme: 'Themes',
  person: 'People',
  place: 'Places',
  iptc: 'IPTC media topics',
  iab: 'IAB categories',
};

/** What the articles are about. Nothing where the service says nothing of it. */
export function topicsSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const kinds = typedKeys(COUNTED_TOPICS).filter((kind) => numbers.topTopics[kind].length > 0);
  if (kinds.length === 0) return html``;
  return html`<section id="topics"><h2>Themes, people and places</h2>
<p>As the news service labels the articles. An article can have several labels, and counts for each.</p>
<div class="columns">
${kinds.map((kind) =>
  countTable(numbers.topTopics[kind], {
    caption: CAPTIONS[kind],
    numbers,
    name: (key) => titleLine(key, 60),
    link: (key) => index.rows({ days: 'now', [kind]: key }),
    query: (key) => ({ [kind]: key }),
    rest: [],
    index,
  }),
)}
</div></section>`;
}
