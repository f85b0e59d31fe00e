import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { WatchActions } from '../../domain/pages/actions-view.ts';
import { proposeExclusions } from '../../domain/pages/propose-exclusions.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

/** Of how many alerts that were not relevant the headlines are read, the latest judgements first. */
const MOST_TITLES = 50;

type ActionPorts = Pick<Ports, 'readerActions'> & {
  definitions: Pick<Ports['definitions'], 'watch'>;
  alerts: Pick<Ports['alerts'], 'get'>;
};

/** What readers did about the alerts of a watch, and what it proposes for `watches.yaml`. */
export async function readWatchActions(
  watchId: string,
  ports: ActionPorts,
  given?: Watch,
): Promise<WatchActions> {
  const [actions, applied] = await Promise.all([
    ports.readerActions.of(watchId),
    given ?? ports.definitions.watch(watchId),
  ]);
  const titles = await readTitles(actions, ports);
  const { exclude = { domains: [], phrases: [] }, query = {}, brand = '' } = applied ?? {};
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
