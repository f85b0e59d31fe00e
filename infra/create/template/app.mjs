import { App } from 'aws-cdk-lib';
import { addBellwetherStack, context } from 'bellwether';

// The stage is a file in `stages`: npm run deploy -- -c stage=prod
const app = new App({ context });
addBellwetherStack(app, {
  watches: process.env.BELLWETHER_WATCHES ?? 'watches.yaml',
  stage: app.node.tryGetContext('stage') ?? 'dev',
});
