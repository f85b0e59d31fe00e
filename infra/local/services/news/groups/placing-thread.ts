import { parentPort } from 'node:worker_threads';
import { type Signature, signatureOf } from '../../../../../shared/domain/stories/similarity.ts';
import { headlineOf } from '../../../../../shared/domain/text/headline.ts';
import { packSignatures } from '../library/packed-signatures.ts';
import { grown } from '../library/byte-lists.ts';
import { bandsOf } from './group-stories.ts';
import { openPlacing } from './placing.ts';
import type { Compared, Order, Placed } from './start-placer.ts';

// The thread that groups near copies: their comparison takes as long as loading the corpus.

const signatures = packSignatures();

/** An article has at most so many. */
const MOST = 6;

const bands = openBands();

parentPort?.on('message', (message: readonly Compared[] | Order) => {
  if ('rows' in message) parentPort?.postMessage(placed(message), []);
  else message.forEach(add);
});

function add({ title, outlet, text }: Compared): void {
  const signature = signatureOf(headlineOf(title, outlet), text);
  signatures.add(signature);
  bands.add(signature);
}

function placed({ rows, visibleAt }: Order): Placed {
  const place = openPlacing(signatures);
  const articles = new Uint32Array(rows.length + 1);
  for (const [article, row] of rows.entries()) articles[row] = article;
  const stories = new Uint32Array(rows.length + 1);
  const copies = new Uint32Array(rows.length + 1);
  for (let row = 1; row <= rows.length; row += 1) {
    const number = articles[row] ?? 0;
    const found = place({ number, visibleAt: visibleAt[number] ?? 0, bands: bands.of(number) });
    stories[row] = rows[found.story] ?? 0;
    copies[row] = rows[found.copies] ?? 0;
  }
  return { stories, copies };
}

/** The keys that articles share with their copies, as numbers from 1. Articles are numbered from 0. */
interface Bands {
  /** Adds those of the next article. */
  add(signature: Signature): void;
  of(article: number): number[];
}

function openBands(): Bands {
  const numbers = new Map<string, number>();
  let all = new Uint32Array(1_024);
  let end = 0;
  const numberOf = (key: string) => {
    const known = numbers.get(key) ?? numbers.size + 1;
    if (known > numbers.size) numbers.set(key, known);
    return known;
  };
  return {
    add(signature) {
      all = grown(all, end + MOST);
      all.set(bandsOf(signature).map(numberOf), end);
      end += MOST;
    },
    of(article) {
      const bands: number[] = [];
      for (let at = article * MOST; at < (article + 1) * MOST; at += 1) if (all[at]) bands.push(all[at] ?? 0);
      return bands;
    },
  };
}
