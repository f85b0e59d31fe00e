import type { AlertItem } from '../../domain/alerts/alert-item.ts';
import { defined } from '../../domain/lib/fields.ts';
import type { Outlet } from '../../domain/findings/finding.ts';
import { markNames } from '../text/mark-names.ts';
import { countryName, reachOf } from '../text/outlet-facts.ts';
import { publishedMoment } from '../text/publication-text.ts';
import { isVisible, shortLine } from '../text/plain-text.ts';
import { safeLink } from '../text/safe-link.ts';
import { wholeSentences, withoutTitle } from '../text/whole-sentences.ts';
import { factLines, topicLines } from './fact-lines.ts';
import type { SourceView, StoryView } from './message-view.ts';

const TITLE_LIMIT = 300;
const SNIPPET_LIMIT = 300;
const SUMMARY_LIMIT = 600;

/** What a message shows of a finding. */
export type ItemView = Pick<
  StoryView,
  'headline' | 'text' | 'english' | 'facts' | 'topics' | 'source' | 'link'
> & { source: SourceView };

/** One item: its title, its text without the title, its facts, outlet and time; what it lacks is left out. */
export function describeItem(item: AlertItem, timezone: string): ItemView {
  const { summary, snippet, link } = item;
  const headline = titleOf(item);
  const text =
    summary === undefined
      ? wholeSentences(withoutTitle(isFieldList(item) ? '' : snippet, item.title), SNIPPET_LIMIT)
      : wholeSentences(withoutTitle(summary, item.title), SUMMARY_LIMIT);
  const english = inEnglish(item);
  return defined<ItemView>({
    headline,
    text: isVisible(text) ? text : undefined,
    english: isVisible(english) ? english : undefined,
    facts: factLines(item),
    topics: topicLines(item),
    source: sourceOf(item, timezone),
    link: safeLink(link),
  });
}

/** Whether the text of a record lists its fields, which are lines of their own. */
function isFieldList({ fields = {}, snippet }: AlertItem): boolean {
  const [name] = Object.keys(fields);
  return name !== undefined && snippet.startsWith(`${name.replaceAll('_', ' ')}: `);
}

/** The name of an outlet, or else its domain. */
export function outletName(outlet: Outlet | undefined): string {
  const names = [outlet?.name, outlet?.domain].map((one) => shortLine(one ?? '', 200));
  return names.find(isVisible) ?? 'Unknown source';
}

function sourceOf(item: AlertItem, timezone: string): SourceView {
  const { outlet } = item;
  const country = shortLine(countryName(outlet?.country ?? ''), 60);
  return defined<SourceView>({
    outlet: outletName(outlet),
    country: isVisible(country) ? country : undefined,
    reach: reachOf(outlet?.rank),
    published: publishedMoment(item, timezone),
    marks: markNames(item),
  });
}

/** `Acme opens a plant. The plant is in Turin.` */
function inEnglish({ translation: { title = '', text = '' } = {} }: AlertItem): string {
  const parts = [shortLine(title, TITLE_LIMIT), wholeSentences(withoutTitle(text, title), SUMMARY_LIMIT)];
  const texts = parts.filter(isVisible).map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`));
  return texts.join(' ');
}

/** A title on one line; never empty. */
function titleOf({ title, fingerprint }: AlertItem): string {
  const text = shortLine(title, TITLE_LIMIT);
  return isVisible(text) ? text : `(no title, ${shortLine(fingerprint, 60)})`;
}
