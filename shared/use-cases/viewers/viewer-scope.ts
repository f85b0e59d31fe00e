import { type Alert, watchesOf } from '../../domain/alerts/alert.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import { maySee, type Viewer } from '../../domain/pages/viewer.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

/** What a viewer may see. */
export interface ViewerScope {
  /** Whether that is everything. */
  isWhole: boolean;
  /** The watches that it may see. */
  watches: readonly Watch[];
  /** Whether it may see what these watches have found together. */
  sees: (watchIds: readonly string[]) => boolean;
  seesAlert: (alert: Pick<Alert, 'watchId' | 'watches' | 'brand'>) => boolean;
  /** Whether these watches and brands exist, and the viewer may see them. */
  knows: (matchers: Silence['matchers']) => boolean;
  /** A silence that names what the viewer may see, and nothing else. */
  seesSilence: (silence: Pick<Silence, 'matchers'>) => boolean;
}

/** Whoever may see some brands sees only what all of its watches, as far as they exist, leave to it. */
export async function scopeOf(
  viewer: Pick<Viewer, 'brands'>,
  { definitions }: { definitions: Pick<Ports['definitions'], 'watches'> },
): Promise<ViewerScope> {
  const all = await definitions.watches();
  const isWhole = viewer.brands === 'all';
  const watches = all.filter(({ brand }) => maySee(viewer, brand));
  const own = new Set(watches.map(({ id }) => id));
  const others = new Set(all.flatMap(({ id }) => (own.has(id) ? [] : [id])));
  const brands = new Set(watches.map(({ brand }) => brand));
  const sees = (ids: readonly string[]) =>
    isWhole || (ids.some((id) => own.has(id)) && !ids.some((id) => others.has(id)));
  const knows = ({ brand = [], watch = [] }: Silence['matchers']) =>
    brand.every((one) => brands.has(one)) && watch.every((id) => own.has(id));
  return {
    isWhole,
    watches,
    sees,
    knows,
    seesAlert: (alert) => sees(watchesOf(alert)) && (isWhole || maySee(viewer, alert.brand)),
    seesSilence: ({ matchers }) =>
      isWhole || ((matchers.brand ?? matchers.watch) !== undefined && knows(matchers)),
  };
}
