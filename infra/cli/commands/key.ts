import * as z from 'zod';
import { stackCommand } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printTable } from '../print-values.ts';
import { readNumber } from '../read-span.ts';

const keySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  brands: z.union([z.string(), z.array(z.string())]),
  usedAt: z.string().default('never'),
  revokedAt: z.string().optional(),
  key: z.string().default(''),
});
const pageSchema = z.object({ items: z.array(keySchema) });

/** Makes, lists and revokes keys of the HTTP API. */
export const key = stackCommand({
  usage: 'key create NAME|list|revoke ID [options]',
  about: `Makes a key with which a program calls the HTTP API (docs/api.md), lists the keys, or revokes one: it is refused from then on.
The key is printed once: only a hash of it is stored.

  bellwether key create dashboard --read --brands acme`,
  options: {
    read: { type: 'boolean', about: 'it only reads (default)' },
    write: { type: 'boolean', about: 'it also silences and acknowledges' },
    brands: { type: 'string', value: 'A,B', about: 'the brands that it sees (default: everything)' },
    'per-minute': {
      type: 'string',
      value: 'N',
      about: 'how many calls it may make in a minute (default 120)',
    },
  },
  takes: { what: 'create NAME, list, or revoke ID', least: 1, most: 2 },
  async run({ values, positionals: [act, what = ''], stack }, world) {
    const call = { role: 'editor', target: '/keys' } as const;
    if (act === 'create') {
      const { brands } = values;
      const perMinute = readNumber('--per-minute', values['per-minute'], { most: 6_000 });
      const role = values.write ? 'editor' : 'reader';
      const body = { name: what, role, brands: brands?.split(','), perMinute };
      const { key: made, ...rest } = await stack.callApi({ ...call, method: 'POST', body }, keySchema);
      world.stderr.write(`Key ${rest.id}. Keep it now: nothing shows it again.\n`);
      return { text: `${made}\n`, document: { ...rest, key: made } };
    }
    if (act === 'revoke') {
      const target = `/keys/${encodeURIComponent(what)}`;
      const revoked = await stack.callApi({ ...call, method: 'DELETE', target }, keySchema);
      return { text: `${revoked.id}: revoked. The API refuses it from now on.\n`, document: revoked };
    }
    if (act !== 'list')
      throw new CliFailure(`Unknown word "${plainText(act ?? '')}".`, {
        hint: 'write create, list or revoke',
      });
    const { items } = await stack.callApi({ ...call, method: 'GET' }, pageSchema);
    const rows = items.map(({ id, name, role, brands, usedAt, revokedAt }) => {
      const state = revokedAt === undefined ? `last used ${usedAt}` : `revoked ${revokedAt}`;
      return [id, plainText(name), role, String(brands), state];
    });
    return { text: rows.length > 0 ? printTable(rows) : 'No keys.\n', document: { keys: items } };
  },
});
