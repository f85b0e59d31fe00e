import { DAY } from '../../shared/domain/time/instant.ts';
import { htmlPages } from '../../shared/render/pages/html-pages.ts';
import type { openStore } from '../../shared/store/open-store.ts';
import { OPERATOR } from '../../shared/domain/pages/viewer.ts';
import { readSearch } from '../../shared/use-cases/pages/read-search.ts';
import { NOON } from '../ports/examples.ts';

/** Searches of a person, by what is special about them. */
export const SEARCHES = {
  everything: {},
  'a common word': { words: 'plant' },
  'a rare word': { words: 'zebra' },
  'no word that there is': { words: 'xyzzy' },
  'an outlet': { outlet: 'rare.example' },
  'one watch, a rare word': { watch: 'watch-3', words: 'zebra' },
} as const;

const desk = { root: '/i/token', timezone: 'UTC', now: NOON, until: NOON + DAY, viewer: OPERATOR };

/** A page of a search, from the address to the HTML; its size in bytes. */
export async function searchPage(
  ports: ReturnType<typeof openStore>,
  fields: Readonly<Record<string, string>>,
) {
  const view = await readSearch(fields, { ports, desk });
  return { view, size: Buffer.byteLength(htmlPages.search(view, desk).body) };
}
