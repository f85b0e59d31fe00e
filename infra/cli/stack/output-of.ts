import type { OutputName } from '../../stack-outputs.ts';
import { CliFailure } from '../failure.ts';
import type { FoundStack } from './find-stack.ts';

/** The value of an output. @throws CliFailure when the stack does not have it. */
export function outputOf({ name, outputs }: FoundStack, key: OutputName): string {
  const value = outputs[key];
  if (value !== undefined) return value;
  throw new CliFailure(`The output ${key} is missing in ${name}: another version made it.`, {
    hint: 'deploy it again, or start it again with npm start',
  });
}
