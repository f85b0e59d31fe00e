import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod';

const BROWSERS = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A browser of this machine; says aloud what is skipped where there is none. */
export function findBrowser(what: string): string | undefined {
  const found = BROWSERS.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) {
    process.stderr.write(
      `SKIPPED: ${what} in a real browser. There is none: install chromium, or set CHROMIUM_PATH.\n`,
    );
  }
  return found;
}

/** The script of the accessibility check. */
export const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Has a page checked for every fault that the check knows. */
export const RUN_AXE = "axe.run(document, { resultTypes: ['violations'] })";

/** What the check says of a page. */
export const faultsSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullish(),
      nodes: z.array(z.object({ html: z.string() })),
    }),
  ),
});
