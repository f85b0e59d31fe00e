import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { synthStack } from '../synth.ts';
import { SUMMARY, type SynthesisOrder, type SynthesisSummary } from './synthesise.ts';

/**
 * Loads the CDK and bundles in a thread of its own: meanwhile the services start, and its memory is freed when it
 * ends.
 */
const order: SynthesisOrder = workerData;
/** Each start applies the watches that it was given, so none are deployed beside the code. */
const watchesJson = JSON.stringify({ watches: [], channels: [] });
const { outdir, readable, feeds, world } = order;

const { stackName, template } = await synthStack({
  stage: 'dev',
  atHome: true,
  watchesJson,
  outdir,
  readable,
  polls: { hasFeeds: feeds, hasWorld: world },
});
const summary: SynthesisSummary = { stackName, template: basename(template) };
await writeFile(join(order.outdir, SUMMARY), JSON.stringify(summary));
