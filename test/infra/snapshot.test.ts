import { afterAll, expect, it } from 'vitest';
import { synthesise, type SynthesisedStack } from './synthesised.ts';

const made: SynthesisedStack[] = [];
afterAll(() => Promise.all(made.map((stack) => stack.dispose())));

/** Hashes of code change with every line of it, and say nothing about the stack. */
function pinned(template: unknown): unknown {
  const text = JSON.stringify(template)
    .replace(/\b[0-9a-f]{64}\.zip/g, 'CODE.zip')
    .replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1VERSION');
  return JSON.parse(text);
}

it.each(['dev', 'prod'])('the template of %s changes only on purpose', async (stage) => {
  const synthesised = await synthesise(stage);
  made.push(synthesised);
  await expect(JSON.stringify(pinned(synthesised.template.toJSON()), null, 1)).toMatchFileSnapshot(
    `__snapshots__/${stage}.template.json`,
  );
});
