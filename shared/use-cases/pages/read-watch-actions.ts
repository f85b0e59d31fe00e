import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { WatchActions } from '../../domain/pages/receipt.ts';
import { proposeExclusions, type ReaderAction } from '../../domain/pages/reader-action.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

/** Of how many alerts that were not relevant the headlines are read, the latest judgements first. */
const MOST_TITLES = 50;

interface ActionPorts {
  readerActions: Pick<Ports['readerActions'], 'of'>;
  alerts: Pick<Ports['alerts'], 'get'>;
}

/**
 * What readers did about the alerts of a watch, and what it proposes for `watches.yaml`.
 *
 * @param watch as it is applied, or in the file. Undefined: it is gone, so nothing is known of what it excludes.
 */
export async function readWatchActions(
  watchId: string,
  { watch, ports }: { watch: Watch | undefined; ports: ActionPorts },
): Promise<WatchActions> {
  const actions = await ports.readerActions.of(watchId);
  const titles = await readTitles(actions, ports);
  const { exclude = { domains: [], phrases: [] }, query = {}, brand = '' } = watch ?? {};
  const wanted = [brand, ...Object.values(query).filter((value) => typeof value === 'string')];
  return { actions, proposed: proposeExclusions(actions, { titles, excluded: exclude, wanted }) };
}

async function readTitles(
  actions: readonly ReaderAction[],
  { alerts }: Pick<ActionPorts, 'alerts'>,
): Promise<Map<string, string>> {
  const wrong = actions.filter(({ kind, undoneAt }) => kind === 'not-relevant' && undoneAt === undefined);
  const latest = wrong.toSorted((a, b) => b.at - a.at).map(({ alertId }) => alertId);
  const found = await inParallel([...new Set(latest)].slice(0, MOST_TITLES), async (id) => {
    const title = (await alerts.get(id))?.alert.items[0]?.title;
    return title === undefined ? [] : [[id, title] as const];
  });
  return new Map(found.flat());
}
