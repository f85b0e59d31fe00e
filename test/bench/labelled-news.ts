import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { hashText } from '../../shared/domain/lib/hash.ts';
import { DAY, HOUR, type Instant } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { articles } from '../../shared/providers/news/articles.ts';
import { articleReadingOf, articleToFinding } from '../../shared/providers/news/to-finding.ts';
import { NOON } from '../ports/examples.ts';

// Labelled news beside the checkout; not part of the project. Where it is absent, nothing is measured, which is said.

/** An article with the story that it truly tells. */
export interface Labelled {
  finding: Finding;
  truth: string;
}

const label = z.looseObject({ id: z.string(), _story: z.string().optional() });

/** The lines of a file; none, said on stderr, where it is not there. */
function linesOf(file: string): unknown[] {
  if (!existsSync(file)) {
    process.stderr.write(`SKIPPED: ${file} is not there.\n`);
    return [];
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

/** The articles of a file as a watch finds them, by their ids. */
export function newsOf(file: string, watch: Watch): Labelled[] {
  const rows = linesOf(file);
  const window = { from: NOON, to: NOON + HOUR };
  const sight = articleReadingOf(watch);
  const truths = new Map(rows.map((row) => label.parse(row)).map(({ id, _story }) => [id, _story ?? id]));
  return articles.parse(rows).kept.map((listed) => {
    const article = listed.read();
    const indexedAt = article.parse_date ?? article.published_date ?? NOON;
    const finding = { ...articleToFinding(article, { sight, window }), fingerprint: listed.id, indexedAt };
    return { finding, truth: truths.get(listed.id) ?? listed.id };
  });
}

/** One half of the true stories. What is chosen by looking at one of them must hold on the other. */
export const inHalf = (labelled: readonly Labelled[], half: number): Labelled[] =>
  labelled.filter(({ truth }) => halfOf(truth) === half);

export const halfOf = (name: string): number => hashText(`split${name}`) % 2;

/** True stories begin within 30 hours of each other, and their articles come within hours of that. */
export function overHours(labelled: readonly Labelled[]): Labelled[] {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 0x7fffffff) / 0x7fffffff;
  const begins = new Map<string, Instant>();
  return labelled.map(({ finding, truth }) => {
    const begin = begins.get(truth) ?? NOON + random() * 30 * HOUR;
    begins.set(truth, begin);
    const indexedAt = Math.floor(begin - Math.log(1 - random()) * 3 * HOUR);
    return { truth, finding: { ...finding, indexedAt, publishedAt: indexedAt } };
  });
}

/** Articles of which only the day is known come at any time of it. */
export function overDays(labelled: readonly Labelled[]): Labelled[] {
  return labelled.map(({ finding, truth }) => {
    const indexedAt = finding.indexedAt + (hashText(finding.fingerprint) % DAY);
    return { truth, finding: { ...finding, indexedAt, publishedAt: indexedAt } };
  });
}

const CASES = '../shared/cases/stories';

const time = z.string().transform((text) => Date.parse(text));
const expected = z.object({
  from: time,
  to: time,
  stories: z.record(z.string(), z.array(z.string())),
  developments: z.array(z.array(z.string())),
  quiet: z.array(z.string()),
  alerts: z.array(z.object({ development: z.number(), by: time, second_outlet: time.optional() })),
  severity: z
    .array(z.object({ to: z.string().optional(), never: z.string().optional(), by: time.optional() }))
    .nullish(),
});

/** Some articles, and what a reader must hear of, once. */
export interface StoryCase extends z.infer<typeof expected> {
  name: string;
  watches: string;
  articles: string;
}

/** The cases beside the checkout; none, said on stderr, where they are not there. */
export function storyCases(): StoryCase[] {
  if (!existsSync(CASES)) {
    process.stderr.write(`SKIPPED: ${CASES} is not there.\n`);
    return [];
  }
  const folders = readdirSync(CASES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => {
    const of = (file: string) => join(CASES, name, file);
    const read = expected.parse(JSON.parse(readFileSync(of('expect.json'), 'utf8')));
    return {
      ...read,
      name,
      watches: readFileSync(of('watches.yaml'), 'utf8'),
      articles: of('articles.ndjson'),
    };
  });
}
