import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readWatches } from './watches-file/compile-watches.ts';
import { watchesFileOf } from './watches-file/find-file.ts';
import { fileOf, findStage } from './stages/find-stage.ts';
import { unusedBy } from './stages/stage-file.ts';
import { addStack } from './synth.ts';

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const given: unknown = app.node.tryGetContext('stage');
const stage = typeof given === 'string' ? given : (process.env['STAGE'] ?? 'dev');
const unused = unusedBy(findStage(stage), fileOf(stage));
await addStack(app, {
  stage,
  watchesJson: readWatches(watchesFileOf(process.env), unused),
  deployment: new Date().toISOString(),
});
