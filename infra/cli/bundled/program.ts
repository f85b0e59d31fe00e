import type { ExitCode } from '../command.ts';
import { main } from '../main.ts';
import { systemWorld } from '../system-world.ts';

/** The whole command line, as one program: what the bundle begins with. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  return main(args, systemWorld());
}
