import * as z from 'zod';
import { parseAs, tryParse } from '../../contracts/parse-as.ts';
import { parseJson } from '../../contracts/parse-json.ts';
import { alertSchema, alertStateSchema } from '../../contracts/stored/stored.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { bytesSchema, deflated, inflated, startAndRest } from '../long-text.ts';

/** What is stored in DEFLATE: the rests of the snippets of its items, and the other findings of its story that it shows. */
const partsSchema = z.object({ rests: z.array(z.string()), shown: z.array(z.unknown()).optional() });

const packedSchema = z.looseObject({
  alert: z.looseObject({
    packed: bytesSchema,
    items: z.array(z.looseObject({ snippet: z.string() })),
    story: z.looseObject({ silent: z.looseObject({}).optional() }).optional(),
  }),
});

/** Reads an alert that was stored in either form. */
export const storedAlertSchema = z.preprocess(
  unpacked,
  z.object({ alert: alertSchema, state: alertStateSchema }),
);

/**
 * An alert as it is stored, in two indexes as well: long texts are in DEFLATE. A version before reads the beginning of each snippet, and of
 * the other findings of the story their number.
 */
export function alertFields(alert: Alert): object {
  const split = alert.items.map(({ snippet }) => startAndRest(snippet));
  const silent = alert.story?.silent;
  const parts = { rests: split.map(({ rest }) => rest), ...(silent && { shown: silent.shown }) };
  const bytes = deflated(JSON.stringify(parts));
  if (!bytes) return alert;
  return {
    ...alert,
    items: alert.items.map((item, n) => ({ ...item, snippet: split[n]?.start })),
    ...(silent && { story: { ...alert.story, silent: { ...silent, shown: [] } } }),
    packed: bytes,
  };
}

function unpacked(item: unknown): unknown {
  const read = tryParse(packedSchema, item);
  if (!read.success) return item;
  const { packed, items, story, ...alert } = read.data.alert;
  const { rests, shown } = parseAs(partsSchema, parseJson(inflated(packed)));
  return {
    ...read.data,
    alert: {
      ...alert,
      items: items.map((one, n) => ({ ...one, snippet: one.snippet + (rests[n] ?? '') })),
      ...(story && { story: shown ? { ...story, silent: { ...story.silent, shown } } : story }),
    },
  };
}
