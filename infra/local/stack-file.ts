import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type * as z from 'zod';
import type { stackFileSchema } from '../cli/stack/stack-file.ts';
import type { StackOutputs } from '../stack-outputs.ts';
import { ACCOUNT, localCredentials, REGION } from './aws/local-account.ts';
import type { Endpoints } from './aws/start-machine.ts';

/** What the command line needs to find the running stack, and what a person may want to know about it. */
interface StackFile extends z.input<typeof stackFileSchema> {
  /** The process that runs it. */
  pid: number;
  stackName: string;
  account: string;
  /** The folder of its state. */
  data: string;
}

/**
 * Writes the file in one step, for its owner alone: it holds the credentials of the engines. It holds no key of a service.
 */
export function writeStackFile(
  file: string,
  given: {
    outputs: StackOutputs;
    endpoints: Endpoints;
    stackName: string;
    parameters: Readonly<Record<string, string>>;
    data: string;
    clockShift: number;
  },
): void {
  const { outputs, endpoints, stackName, parameters, data, clockShift } = given;
  const content: StackFile = {
    v: 1,
    pid: process.pid,
    stackName,
    region: REGION,
    account: ACCOUNT,
    outputs,
    parameters: { ...parameters },
    endpoints: { ...endpoints },
    credentials: localCredentials.credentials,
    clockShift,
    data,
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Removes the file, so that nobody finds a stack that has stopped. */
export function removeStackFile(file: string): void {
  rmSync(file, { force: true });
}
