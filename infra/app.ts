import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readWatches } from './watches-file/read-watches.ts';
import { addStack } from './synth.ts';

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const stage: unknown = app.node.tryGetContext('stage');
await addStack(app, {
  stage: typeof stage === 'string' ? stage : 'dev',
  watchesJson: await readWatches('watches.yaml'),
  deployment: new Date().toISOString(),
});
