import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { openAdapters } from '../../frozen/open-tables.ts';
import { alerts } from '../../frozen/items/alerts.ts';
import { definitions } from '../../frozen/items/definitions.ts';
import { findings } from '../../frozen/items/findings.ts';
import type { Kind } from '../../frozen/items/kind.ts';
import { messages } from '../../frozen/items/messages.ts';
import { reports } from '../../frozen/items/reports.ts';
import { runs } from '../../frozen/items/runs.ts';
import { stories } from '../../frozen/items/stories.ts';
import { upstream } from '../../frozen/items/upstream.ts';
import type { Parser } from '../parser.ts';

const GROUPS: Readonly<Record<string, readonly Kind[]>> = {
  definitions,
  runs,
  findings,
  stories,
  alerts,
  messages,
  upstream,
  reports,
};
const folder = new URL('../../frozen/items', import.meta.url).pathname;

const seedsOf = (group: string, kinds: readonly Kind[]) => {
  const items = JSON.parse(readFileSync(join(folder, `${group}.json`), 'utf8')) as Record<string, unknown[]>;
  return kinds.map(({ name }) => JSON.stringify({ name, items: items[name] }));
};

/** A table that answers every read with the same items. */
function tableOf(items: readonly Record<string, any>[]): DynamoDBClient {
  const send = async (command: { constructor: { name: string }; input: any }) => {
    const tables = Object.keys(command.input.RequestItems ?? {});
    return {
      Item: items[0],
      Items: items,
      Count: items.length,
      Responses: Object.fromEntries(tables.map((table) => [table, items])),
    };
  };
  return { send, middlewareStack: { remove: () => true } } as unknown as DynamoDBClient;
}

/** As the frozen items are written: a set is `{ "set": [...] }`, deflated bytes are `{ "deflated": their text }`. */
function storedOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storedOf);
  if (typeof value !== 'object' || value === null) return value;
  if ('set' in value && Array.isArray(value.set))
    return new Set(value.set.filter((one) => typeof one === 'string' && one !== ''));
  if ('deflated' in value) return deflateRawSync(String(value.deflated));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, storedOf(part)]));
}

/** DynamoDB stores no empty set, and no number that `marshall` refuses. Such items do not exist. */
function marshalled(items: unknown): Record<string, any>[] | undefined {
  const isItem = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item);
  if (!Array.isArray(items) || !items.every(isItem)) return undefined;
  try {
    return items.map((item) => marshall(storedOf(item) as object, { removeUndefinedValues: true }));
  } catch {
    return undefined;
  }
}

export const storedParsers: readonly Parser[] = Object.entries(GROUPS).map(([group, kinds]) => ({
  name: `stored-${group}`,
  form: 'json',
  seeds: seedsOf(group, kinds),
  share: 3,
  read: async (text: string) => {
    const { name, items } = (JSON.parse(text) ?? {}) as { name?: unknown; items?: unknown };
    const kind = kinds.find((one) => one.name === name);
    const table = marshalled(items);
    if (!kind || !table) return;
    await kind.read(openAdapters(tableOf(table), 'table'));
  },
  refuses: [z.ZodError],
  // A read by another index finds the same items here, and they do not fit it.
  refusesSeeds: true,
  timeless: 'an item has at most 400 KB, and a schema reads it',
}));
