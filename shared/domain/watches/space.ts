import type { Watch } from './watch.ts';

/**
 * The id of the space in which the stories of a watch are grouped. The watches of a brand with the same width share one. A watch
 * without a brand has one of its own.
 */
export function spaceOf({ id, brand, stories }: Pick<Watch, 'id' | 'brand' | 'stories'>): string {
  return brand === undefined ? `watch.${id}` : `brand.${brand}.${stories ?? 'normal'}`;
}

/** The spaces of some watches, each once. */
export function spacesOf(watches: readonly Pick<Watch, 'id' | 'brand' | 'stories'>[]): string[] {
  return [...new Set(watches.map(spaceOf))];
}
