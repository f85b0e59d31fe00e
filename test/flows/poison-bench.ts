import { expect } from 'vitest';
import { fingerprintOf } from '../../shared/domain/findings/finding.ts';
import { QUARANTINED_BYTES } from '../../shared/domain/findings/quarantine.ts';
import { fullJson } from '../../shared/domain/lib/hash.ts';
import type { Service } from '../../shared/domain/lib/errors.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import type { Store } from '../../shared/store/open-store.ts';
import { NOON } from '../ports/examples.ts';
import { shareOf } from '../long-form.ts';
import { HEAVY, ODD_VALUES, placesIn, withValue } from './odd-values.ts';

/** How a service names and identifies its items. */
export interface ItemForm {
  service: Service;
  /** The field of its identity. */
  id: string;
  /** A valid item. */
  make: (id: string) => Record<string, unknown>;
}

/** One page: three good items around those that are odd in one place. */
export interface PoisonedPage {
  name: string;
  items: unknown[];
  odd: { name: string; item: unknown; fingerprint: string | undefined }[];
}

export const GOOD = ['good-1', 'good-2', 'good-3'];

/** A page for each place of an item. Each place takes every `share`th value: the places together take them all. */
export function poisonedPages(form: ItemForm, share: number): PoisonedPage[] {
  return placesIn(form.make('valid')).map((place, n) => {
    const turn = shareOf(Object.keys(ODD_VALUES), { share, turn: n });
    const values = turn.filter((name) => place.length < 2 || !HEAVY.includes(name));
    return pageOf(form, { name: place.join('.') || 'item', odd: oddItems(form, { place, values, n }) });
  });
}

function oddItems(
  { id, make }: ItemForm,
  { place, values, n }: { place: readonly (string | number)[]; values: readonly string[]; n: number },
): PoisonedPage['odd'] {
  return values.map((name, m) => {
    const item = withValue(make(`odd-${n}-${m}`), place, ODD_VALUES[name]);
    return { name: `${name} at ${place.join('.')}`, item, fingerprint: identityOf(item, id) };
  });
}

function pageOf({ make }: ItemForm, { name, odd }: Pick<PoisonedPage, 'name' | 'odd'>): PoisonedPage {
  const [first, ...others] = GOOD.map((one) => make(one));
  return { name, items: [first, ...odd.map(({ item }) => item), ...others], odd };
}

/** An id is a text that shows something, or a whole number. */
function identityOf(item: unknown, field: string): string | undefined {
  const id = typeof item === 'object' && item !== null ? Reflect.get(item, field) : undefined;
  if (typeof id === 'string' && id.trim() !== '') return fingerprintOf(id);
  const digits = typeof id === 'number' ? JSON.stringify(id) : '';
  return /^-?\d+$/.test(digits) ? digits : undefined;
}

/** Checks that every good item is stored and alerted on, and every odd one is either stored or quarantined. */
export async function expectIsolated(
  { store, watch }: { store: Store; watch: Watch },
  { name, odd }: PoisonedPage,
): Promise<number> {
  const asked = [...GOOD, ...odd.flatMap(({ fingerprint }) => fingerprint ?? [])];
  const found = await store.findings.read(watch.id, [...new Set(asked)]);
  const stored = new Map(found.map((one) => [one.finding.fingerprint, one]));
  const verdicts = GOOD.map((one) => Object.keys(stored.get(one)?.verdict ?? {}));
  expect({ name, verdicts }).toEqual({ name, verdicts: GOOD.map(() => ['notified']) });
  const lost = odd.filter(({ fingerprint }) => fingerprint === undefined || !stored.has(fingerprint));
  const quarantine = await store.quarantine.latest(watch.id, { limit: 1_000, now: NOON });
  expect(quarantine.filter(({ raw }) => Buffer.byteLength(raw) > QUARANTINED_BYTES)).toEqual([]);
  const held = quarantine.map(({ raw }) => beginningOf(raw)).toSorted();
  const expected = lost.map(({ item }) => beginningOf(fullJson(item))).toSorted();
  expect({ name, held }).toEqual({ name, held: expected });
  const count = (await store.quarantine.counts(NOON)).get(watch.id) ?? 0;
  expect({ name, count }).toEqual({ name, count: lost.length });
  return lost.length;
}

/** Without quotes: a number of more digits than are exact is read as text. */
function beginningOf(json: string): string {
  return json.slice(0, 100).replaceAll('"', '').slice(0, 80);
}
