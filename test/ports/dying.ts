import { isFull } from '../full-form.ts';
import { isLong, shareOf } from '../long-form.ts';

/** What a dying port throws: the process is gone, nothing after it happens. */
export class Death extends Error {}

/** Counts the calls of all ports it wraps and dies at the n-th, before it takes effect or after. */
export interface Doom {
  calls: number;
  dieAt: number;
  when: 'before' | 'after';
  /** The numbers of the calls that changed something. */
  changes: number[];
}

/** A death at one call. */
export function aDoom(dieAt: number, when: Doom['when']): Doom {
  return { calls: 0, dieAt, when, changes: [] };
}

/** Calls that only look. All others count as changes. */
const LOOKS = new Set(
  'all between channel channels count credits dead due entities fetchPage find findDataset findWebhook foundBefore foundIn foundOn get hasWebhook hasWork inSpace isEmpty isReady keys known lastNotified lastSign latest latestOn learned list madeIn madeOn marks monitor of ofPart onLanes open overdue part plan plans read records running runs since waiting waitingSince watch watches watchlist'.split(
    ' ',
  ),
);

/**
 * Lets a work die in every way that leaves something else behind: before its first call, and after each call that
 * changed something. A death between two of them leaves what the death before it left. First the work lives, to count
 * its calls. Gives back in how many ways it can die. The short form tries the first of them, every eighth and the
 * last.
 */
export async function forEveryDeath(attempt: (doom: Doom) => Promise<void>): Promise<number> {
  const unharmed = aDoom(Number.POSITIVE_INFINITY, 'after');
  await attempt(unharmed);
  const dooms = [aDoom(1, 'before'), ...unharmed.changes.map((call) => aDoom(call, 'after'))];
  const tried = isLong || isFull ? dooms : shareOf(dooms, { share: 8, turn: 0 });
  for (const doom of new Set([...tried, ...dooms.slice(-1)])) {
    await attempt(doom);
    if (doom.calls < doom.dieAt) throw new Error(`The work lived: it made ${doom.calls} calls.`);
  }
  return dooms.length;
}

/** Does a work that may die; whether it did. */
export async function dies(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof Death) return true;
    throw error;
  }
}

type Ports = Readonly<Record<string, unknown>>;

/**
 * Wraps every port so that the process dies at one of the calls. After the death every further call dies as well:
 * a dead process cannot tidy up.
 */
export function dying<P extends Ports>(ports: P, doom: Doom): P {
  const wrapped = Object.entries(ports).map(([name, port]) => [name, wrapPort(port, doom)]);
  return Object.fromEntries(wrapped) as P;
}

function wrapPort(port: unknown, doom: Doom): unknown {
  if (typeof port !== 'object' || port === null) return port;
  return new Proxy(port, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function' || key === 'now') return method;
      return async (...args: unknown[]) => {
        doom.calls += 1;
        if (!LOOKS.has(String(key))) doom.changes.push(doom.calls);
        if (doom.calls > doom.dieAt || (doom.calls === doom.dieAt && doom.when === 'before'))
          throw new Death();
        const answer: unknown = await Reflect.apply(method, target, args);
        if (doom.calls >= doom.dieAt) throw new Death();
        return answer;
      };
    },
  });
}
