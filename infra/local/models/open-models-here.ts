import { ENV } from '../../../shared/contracts/names.ts';
import { findStage } from '../../stages/find-stage.ts';
import { callableModels, isLoopback, modelsOf } from '../../stages/stage-models.ts';
import type { StartOptions } from '../start-options.ts';
import { startModels } from './model-stand-in.ts';
import { SAMPLE_MODEL } from './sample-judge.ts';

/** The stage that a stack on one machine takes its models from. */
const STAGE = 'dev';

interface ModelsHere {
  /** What functions are given for them. */
  environment: Record<string, string>;
  close: () => Promise<void>;
}

/**
 * The models that functions on this machine may ask: those of the stage that have an address, on this machine too; with
 * `judgeSample` a stand-in alone. Models of Bedrock need an account.
 */
export async function openModelsHere(
  { judgeSample }: Pick<StartOptions, 'judgeSample'>,
  log: (line: string) => void,
): Promise<ModelsHere> {
  if (judgeSample) {
    const { url, close } = await startModels();
    log(`A stand-in of a model judges by words at ${url}. It has no idea of what they mean.`);
    const models = { [SAMPLE_MODEL]: { bedrock: 'eu.example.sample-v1:0', structured: true } };
    const environment = { [ENV.models]: JSON.stringify(models), AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url };
    return { environment, close };
  }
  const all = Object.entries(modelsOf(findStage(STAGE).models));
  const models = Object.fromEntries(all.filter(([, model]) => 'url' in model));
  const environment: Record<string, string> = {};
  if (Object.keys(models).length > 0) environment[ENV.models] = JSON.stringify(callableModels(models));
  const isHere = Object.values(models).some((model) => 'url' in model && isLoopback(model.url));
  const others = process.env[ENV.reachable];
  if (isHere) environment[ENV.reachable] = [...(others ? [others] : []), '127.0.0.1', '::1'].join(',');
  return { environment, close: async () => {} };
}
