import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdk from '../cdk.json' with { type: 'json' };
import { deploymentFacts } from '../shared/contracts/deployment-facts.ts';
import { FUNCTIONS } from '../shared/contracts/names.ts';
import { copyBuiltFunctions } from './bundle/built-functions.ts';
import { FUNCTIONS_IN_PARTS, SIZE_BUDGETS } from './bundle/bundled-functions.ts';
import { FUNCTION_SETTINGS } from './constructs/function-settings.ts';
import { BellwetherStack } from './stack.ts';
import { stackNameOf } from './stages/find-stage.ts';
import { type FunctionName, readStage, readStageAtHome } from './stages/read-stage.ts';

interface StackOrder {
  stage: string;
  /** The folder with the files of the stages. Default: the project's. */
  stages?: string;
  /** Compiled watches: the payload of `apply-watches`, deployed beside its code. */
  watchesJson: string;
  /** The folder with the functions' entry files. Default: the project's. */
  functions?: string;
  /** A text that differs from one deployment to the next. Default: always the same. */
  deployment?: string;
  /** True: the code of the functions is for people and debuggers. Default: the smallest and quickest. */
  readable?: boolean;
  /** Which pollers the stack has. Default: those that its watches need. */
  polls?: { hasFeeds: boolean; hasWorld: boolean };
  /** True: the stack is for one machine, so what only an account can have is left out. */
  atHome?: boolean;
}

/** A synthesised stack: the path of its template, and the folder with the template's assets. */
interface Synthesised {
  stackName: string;
  template: string;
  assets: string;
}

/** Bundles the functions and adds the stack of one stage to the app. */
export async function addStack(app: App, order: StackOrder): Promise<BellwetherStack> {
  const { stage, watchesJson, deployment = 'same', readable = false } = order;
  const values = order.atHome ? readStageAtHome(stage) : readStage(stage, order.stages);
  const { operators, senders, ...needed } = deploymentFacts(watchesJson);
  const polls = order.polls ?? needed;
  const outdir = join(resolve(app.outdir), 'bundles');
  const left = [
    ...(polls.hasFeeds ? [] : [FUNCTIONS.pollFeeds]),
    ...(polls.hasWorld ? [] : [FUNCTIONS.pollWorld]),
  ];
  const names = Object.values(FUNCTIONS).filter((name) => !left.some((one) => one === name));
  const bundle = async () => {
    // Loaded late: the installed package has no bundler.
    const { bundleFunctions } = await import('./bundle/bundle-functions.ts');
    return bundleFunctions({
      entries: entriesIn(order.functions ?? join(import.meta.dirname, '..', 'functions'), names),
      outdir,
      readable,
      inParts: FUNCTIONS_IN_PARTS,
      budgets: SIZE_BUDGETS,
      files: { [FUNCTIONS.applyWatches]: { 'watches.json': watchesJson } },
    });
  };
  const bundles = copyBuiltFunctions(outdir, watchesJson) ?? (await bundle());
  return new BellwetherStack(app, stackNameOf(stage, values.namePrefix), {
    stage: values,
    bundles,
    operators,
    senders,
    ...polls,
    deployment,
  });
}

/** Synthesises one stage into a folder, in this process, with the settings of the CDK's own command. */
export async function synthStack({
  outdir,
  ...order
}: StackOrder & { outdir: string }): Promise<Synthesised> {
  const app = new App({ outdir, context: cdk.context });
  const { artifactId } = await addStack(app, order);
  const assembly = app.synth();
  const { stackName, templateFullPath } = assembly.getStackArtifact(artifactId);
  return { stackName, template: templateFullPath, assets: assembly.directory };
}

/** The entry file of each function in a folder, by the function's name. */
export function entriesIn(folder: string, names: readonly FunctionName[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, join(folder, `${FUNCTION_SETTINGS[name].entry ?? name}.ts`)]),
  );
}
