import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Stage as CloudAssembly } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import cdk from '../cdk.json' with { type: 'json' };
import { deploymentFacts } from '../shared/contracts/deployment-facts.ts';
import { copyBuiltFunctions } from './bundle/built-functions.ts';
import { BellwetherStack, Parts, type PartsProps } from './stack.ts';
import { fileOf, findStage, stackNameOf } from './stages/find-stage.ts';
import { readStage } from './stages/read-stage.ts';
import { unusedBy } from './stages/stage-file.ts';
import { readWatches } from './watches-file/compile-watches.ts';

// What the package `bellwether` exports, for apps of the CDK.

export interface BellwetherProps {
  /** Path of the watches file, from the working folder on: `watches.yaml`. */
  watches: string;
  /** The stage: the name of a file in the folder `stages` beside it. Default: `dev`. */
  stage?: string;
}

/**
 * One Bellwether among other constructs of a stack. Its outputs have fixed names, by which the command line finds the
 * stack: so a stack can hold one, and is best called as `stackNameOf` says.
 *
 * @throws WatchesRefused and StageError when a file has a problem. The message lists each with its line.
 */
export class Bellwether extends Parts {
  constructor(scope: Construct, id: string, props: BellwetherProps) {
    super(scope, id, partsOf(scope, props));
  }
}

/** Adds a stack that holds one Bellwether and nothing else, named by its stage. @throws as `Bellwether`. */
export function addBellwetherStack(app: Construct, props: BellwetherProps): BellwetherStack {
  const parts = partsOf(app, props);
  return new BellwetherStack(app, stackNameOf(parts.stage.name, parts.stage.namePrefix), parts);
}

export { stackNameOf };

/** The feature flags of the CDK with which Bellwether is tested: `new App({ context })`. */
export const { context } = cdk;

function partsOf(scope: Construct, { watches, stage = 'dev' }: BellwetherProps): PartsProps {
  const unused = unusedBy(findStage(stage), fileOf(stage));
  const watchesJson = readWatches(resolve(watches), unused);
  const outdir = CloudAssembly.of(scope)?.outdir ?? 'cdk.out';
  const bundles = copyBuiltFunctions(join(resolve(outdir), `bundles-${randomUUID()}`), watchesJson);
  if (bundles === undefined)
    throw new Error(
      'A clone has no built functions. Install the package that npm pack makes, or use infra/synth.ts.',
    );
  const deployment = new Date().toISOString();
  return { stage: readStage(stage), bundles, deployment, ...deploymentFacts(watchesJson) };
}
