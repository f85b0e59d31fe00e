import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod';

const BROWSERS = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of a browser on this machine; without one, says on stderr what is skipped. */
export function findBrowser(what: string): string | undefined {
  const found = BROWSERS.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) {
    process.stderr.write(
      `SKIPPED: ${what} in a real browser. No browser was found: install chromium, or set CHROMIUM_PATH.\n`,
    );
  }
  return found;
}

/** The path of the accessibility checker. */
export const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Runs the accessibility checker in a page. */
export const RUN_AXE = "axe.run(document, { resultTypes: ['violations'] })";
/**
 * Runs the one rule of the checker whose result a colour scheme changes. It reads neither style sheets nor media by
 * itself.
 */
export const RUN_CONTRAST =
  "axe.run(document, { resultTypes: ['violations'], runOnly: ['color-contrast'], preload: false })";

/** The result of the accessibility checker. */
export const faultsSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullish(),
      nodes: z.array(z.object({ html: z.string() })),
    }),
  ),
});
