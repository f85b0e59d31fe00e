import { join } from 'node:path';
import * as z from 'zod';
import { readSettingsFile } from './settings-file.ts';

const words = z.string().transform((text) => new Set(text.trim().split(/\s+/)));
const NO_NEWS = readSettingsFile(
  join(import.meta.dirname, 'no-news.yaml'),
  z.strictObject({
    sections: words,
    scenes: words,
    titles: z.string().transform((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => new RegExp(line, 'iu')),
    ),
  }),
);

/** So many words of a scene show sports or entertainment. */
const SCENE = 2;

interface Headed {
  title: string;
  description?: string | null | undefined;
  link?: string | null | undefined;
  is_opinion?: boolean | null | undefined;
}

/**
 * Whether an article reports news. Opinion, advice, sports, entertainment, horoscopes, history and lists of other
 * news do not: their events are other people's, old, or none. Read from the title, the description and the sections
 * of the address; a description alone that names an actor or a match shows no scene.
 */
export function tellsNews({ title, description, link, is_opinion: isOpinion }: Headed): boolean {
  if (isOpinion === true) return false;
  if (NO_NEWS.titles.some((form) => form.test(title))) return false;
  if (isInSection(link ?? '')) return false;
  return scenesIn(title) === 0 || scenesIn(`${title} ${description ?? ''}`) < SCENE;
}

function isInSection(link: string): boolean {
  const parts = link
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .toLowerCase()
    .split('/')
    .slice(0, -1);
  return parts.some(
    (part) => NO_NEWS.sections.has(part) || /^(?:ipl|cricket|football|horoscope|opinion)-\w+$/.test(part),
  );
}

function scenesIn(text: string): number {
  const found = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => NO_NEWS.scenes.has(word));
  return new Set(found).size;
}

/** The mark of a text that was cut: `and so on … [+4070 chars]`. */
const CUT = /\s*\[\+\d+ chars\]\s*$/;

/**
 * A text without the mark at its end that says how much was cut off. A word or number that the cut goes through is
 * dropped too: `raised $4…` says nothing of a sum.
 */
export function withoutCut(text: string): string {
  const bare = text.replace(CUT, '');
  if (bare === text && !/(?:…|\.{3})\s*$/.test(text)) return text;
  return bare.replace(/\S*(?:…|\.{3})\s*$/, '').trimEnd();
}
