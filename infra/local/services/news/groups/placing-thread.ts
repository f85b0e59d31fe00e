import { parentPort } from 'node:worker_threads';
import { signatureOf } from '../../../../../shared/domain/stories/similarity.ts';
import { headlineOf } from '../../../../../shared/domain/text/headline.ts';
import { packSignatures } from '../library/packed-signatures.ts';
import { openBands } from './bands.ts';
import { openPlacing } from './placing.ts';
import type { Compared, Order, Placed } from './start-placer.ts';

// The thread that groups near copies: their comparison takes as long as loading the corpus.

const signatures = packSignatures();
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
