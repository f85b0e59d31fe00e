import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, expect, it } from 'vitest';
import { ServiceFunction } from '../../infra/constructs/service-function.ts';
import { fullForm } from '../full-form.ts';
import { synthesise, type SynthesisedStack } from './synthesised.ts';

const made: SynthesisedStack[] = [];
afterAll(() => Promise.all(made.map((stack) => stack.dispose())));

it.each(fullForm(['dev'], ['dev', 'prod']))(
  '%s passes the checks of AwsSolutions, and with a permission wider than acknowledged it does not',
  async (stage) => {
    const synthesised = await synthesise(stage);
    made.push(synthesised);
    const { app, stack } = synthesised;
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    expect(() => app.synth({ force: true })).not.toThrow();
    const runWatch = stack.parts.node.findChild('RunWatch');
    if (runWatch instanceof ServiceFunction) runWatch.allow(['dynamodb:*'], ['*']);
    expect(() => app.synth({ force: true })).toThrow(/AwsSolutions-IAM5\[Resource::\*\]/);
  },
);
