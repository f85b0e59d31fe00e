import { readFileSync } from 'node:fs';
import * as yaml from 'yaml';
import type * as z from 'zod';
import { issuesOf } from './http/refusal.ts';

/** A setting that cannot be used. The message goes to the user: what is wrong, where, and what to write. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads a JSON or YAML file by a schema.
 *
 * @throws SettingsError when the file cannot be read, is neither, or a field is wrong; every wrong field is named.
 */
export function readSettingsFile<T>(file: string, schema: z.ZodType<T>): T {
  return parseSettings(contentOf(file), { file, schema });
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SettingsError(`${file}: the file cannot be read (${messageOf(cause)})`, { cause });
  }
}

function parseSettings<T>(content: string, { file, schema }: { file: string; schema: z.ZodType<T> }): T {
  const document = yaml.parseDocument(content);
  const [broken] = document.errors;
  if (broken) throw new SettingsError(`${file}: neither JSON nor YAML: ${broken.message}`);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const wrong = issuesOf(read.error, '').map(
    ({ loc, msg }) => `  ${loc.slice(1).join('.') || 'the whole'}: ${msg}`,
  );
  throw new SettingsError(`${file}: not as expected:\n${wrong.join('\n')}`);
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
