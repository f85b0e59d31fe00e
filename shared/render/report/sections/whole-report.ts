import type { Compared, ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { spanWords } from '../../../domain/reports/period.ts';
import { voicesToShow } from '../../../domain/reports/voice-rows.ts';
import { formatCount, formatNumber, formatShare, formatTone } from '../../text/format-values.ts';
import { type Links, openLinks } from '../model/links.ts';
import {
  counted,
  type Figure,
  formatChange,
  type Href,
  linked,
  type ReportModel,
  type Rich,
  type Section,
} from '../model/report-model.ts';
import { findingsSection } from './findings-section.ts';
import { monitoringSection } from './monitoring-section.ts';
import { outletsSection, topicsSection } from './names-section.ts';
import { eventsSection, storiesSection } from './stories-section.ts';
import { voiceSection } from './voice-section.ts';
import { reachSection, toneSection, totalsSection, trendSection, volumeSection } from './volume-section.ts';

/** A section of a report; undefined where it has nothing to say. */
type MakeSection = (numbers: ReportNumbers, links: Links) => Section | undefined;

const SECTIONS: readonly MakeSection[] = [
  totalsSection,
  storiesSection,
  volumeSection,
  toneSection,
  voiceSection,
  topicsSection,
  reachSection,
  outletsSection,
  trendSection,
  eventsSection,
  monitoringSection,
  // The last one: it lists what the numbers of the others link to.
  findingsSection,
];

/** A report as its forms print it. `link` is its address: pages below it list what it has no room for. */
export function reportModel(numbers: ReportNumbers, link: Href): ReportModel {
  const { brand, compared, period, completeness, changes } = numbers;
  const links = openLinks(numbers, link);
  return {
    numbers,
    brand: brand.names[0] ?? brand.id,
    link,
    status: completeness,
    comparedWith: compared.isEqual ? spanWords(period).before : undefined,
    figures: figuresOf(numbers, links),
    summary: changes,
    sections: SECTIONS.flatMap((make) => make(numbers, links) ?? []),
  };
}

/** The key figures, each compared with the days before where the same watches have covered both. */
function figuresOf(numbers: ReportNumbers, { page }: Links): Figure[] {
  const note = (both: Compared): Rich => {
    if (!numbers.compared.isEqual) return 'not compared: incomplete data';
    const earlier = both.before === 0 ? 'none' : counted(both.before, page({ days: 'before' }));
    return [both.before === 0 ? '' : `${formatChange(both)}, `, earlier, ' before'];
  };
  const counts = [
    ['Articles', numbers.articles, '#volume'],
    ['Stories', numbers.stories, '#stories'],
    ['Outlets', numbers.outlets, '#outlets'],
  ] as const;
  return [
    ...counts.map(([name, both, section]) => ({
      name,
      value: linked(formatNumber(both.now), section),
      note: note(both),
    })),
    { name: 'Tone', ...toneFigure(numbers) },
    ...voiceFigure(numbers),
  ];
}

function toneFigure({ mood, noTone, compared }: ReportNumbers): Omit<Figure, 'name'> {
  const none = linked('–', '#tone');
  if (noTone !== undefined) return { value: none, note: 'not given: a watch chooses its articles by tone' };
  if (mood.now.count === 0) return { value: none, note: 'no sentiment data' };
  const before = compared.isEqual && mood.before.count > 0 ? `, ${formatTone(mood.before)} before` : '';
  return {
    value: linked(formatTone(mood.now), '#tone'),
    note: `of ${formatCount(mood.now.count, 'article')} with a sentiment${before}`,
  };
}

function voiceFigure(numbers: ReportNumbers): Figure[] {
  const { voice, period, days } = numbers;
  const { isByWatches, rows, before } = voicesToShow(numbers);
  const name = 'Share of voice';
  if (isByWatches && voice.days.length === 0)
    return [{ name, value: linked('–', '#voice'), note: 'not given: see the section below' }];
  const [own] = rows;
  if (!own) return [];
  const isPart = isByWatches && voice.why !== undefined;
  const part = isPart ? `, on ${voice.days.length} of ${formatCount(days.length, 'day')}` : '';
  const [then] = before;
  const earlier = then ? `, ${formatShare(then.share)} ${spanWords(period).inBefore}` : '';
  const isEmpty = rows.every(({ articles }) => articles === 0);
  const value = linked(isEmpty ? '–' : formatShare(own.share), '#voice');
  return [{ name, value, note: `by articles, of ${rows.length} names${part}${earlier}` }];
}
