import type { OutputName } from '../../stack-outputs.ts';
import { CliFailure } from '../failure.ts';
import type { FoundStack } from './find-stack.ts';

/** The value of an output. @throws CliFailure when the stack does not have it. */
export function outputOf({ name, outputs }: FoundStack, key: OutputName): string {
  const value = outputs[key];
  if (value !== undefined) return value;
  throw new CliFailure(`Output ${key} is missing in ${name}: the stack is from another version.`, {
    hint: 'deploy the stack again, or start it again with npm start',
  });
}
