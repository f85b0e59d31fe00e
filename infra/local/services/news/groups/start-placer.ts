import { Worker } from 'node:worker_threads';
import { sketchedPart } from '../../../../../shared/domain/stories/similarity.ts';
import type { NamedOutlet } from '../../../../../shared/domain/text/headline.ts';
import { textOf } from '../library/columns.ts';
import type { Entry } from '../library/entry.ts';

/** What an article is compared by. */
export interface Compared {
  title: string;
  outlet: NamedOutlet;
  /** The beginning of its text. */
  text: string;
}

/** The order of articles, by the numbers in which they were added: their rows, and when they become visible. */
export interface Order {
  rows: Uint32Array;
  visibleAt: Float64Array;
}

/** By row: the rows of the first article of its story, and of the first one that it is a near copy of. */
export interface Placed {
  stories: Uint32Array;
  copies: Uint32Array;
}

/** Places articles among their near copies in a thread of its own. */
export interface Placer {
  add(entry: Entry): void;
  /** Places all that were added, and ends the thread. */
  place(order: Order): Promise<Placed>;
}

/** So many articles are sent at a time. */
const BATCH = 100;

/** Starts the thread, which keeps no process running. */
export function startPlacer(): Placer {
  const worker = new Worker(new URL('./placing-thread.ts', import.meta.url), {
    execArgv: [],
    // Comparing makes many values that live for one comparison.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  worker.unref();
  const placed = new Promise<Placed>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread that groups near copies ended with ${code}`)));
  });
  placed.catch(() => undefined);
  let batch: Compared[] = [];
  const send = () => {
    worker.postMessage(batch, []);
    batch = [];
  };
  return {
    add(entry) {
      batch.push(comparedOf(entry));
      if (batch.length === BATCH) send();
    },
    async place(order) {
      send();
      worker.postMessage(order, []);
      try {
        return await placed;
      } finally {
        void worker.terminate();
      }
    },
  };
}

/** The order of entries that were added one after the other. */
export function orderOf(entries: readonly Entry[]): Order {
  const rows = Uint32Array.from(entries, ({ row }) => row);
  return { rows, visibleAt: Float64Array.from(entries, ({ visibleAt }) => visibleAt) };
}

function comparedOf(entry: Entry): Compared {
  const { record, domain } = entry;
  const outlet = { domain, name: record.name_source ?? undefined };
  return { title: record.title, outlet, text: sketchedPart(textOf(entry, 'content')) };
}
