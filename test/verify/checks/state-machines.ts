import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Check, outcomeOf } from '../outcome.ts';
import type { SynthesisedStage } from '../synthesised-stages.ts';
import { installPackage } from '../tools/install.ts';

type Validate = (definition: unknown) => { isValid: boolean; errorsText: () => string };

/** asl-validator on every state machine of every stage. */
export function stateMachines(stages: readonly SynthesisedStage[]): Check {
  return {
    name: 'asl-validator',
    async run() {
      const folder = await installPackage('asl-validator');
      const validate: Validate = createRequire(join(folder, 'package.json'))(folder);
      const machines = stages.flatMap(({ stage, template }) =>
        Object.entries<any>(template.Resources)
          .filter(([, { Type }]) => Type === 'AWS::StepFunctions::StateMachine')
          .map(([id, { Properties }]) => ({
            name: `${stage}: ${id}`,
            text: textOf(Properties.DefinitionString),
          })),
      );
      const findings = machines.flatMap(({ name, text }) => {
        const { isValid, errorsText } = validate(JSON.parse(text));
        return isValid ? [] : [`${name}: ${errorsText()}`];
      });
      if (machines.length === 0) findings.push('no template has a state machine');
      return outcomeOf(findings, `${machines.length} state machines`);
    },
  };
}

/** A definition with an ARN of the right form in the place of each reference. */
function textOf(value: any): string {
  if (typeof value === 'string') return value;
  if (value['Fn::Join']) return value['Fn::Join'][1].map(textOf).join(value['Fn::Join'][0]);
  if (value.Ref === 'AWS::Partition') return 'aws';
  return 'arn:aws:lambda:eu-west-1:123456789012:function:any';
}
