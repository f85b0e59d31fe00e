import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { ACCOUNT, REGION } from './aws/local-account.ts';
import type { Machine } from './aws/start-machine.ts';

/** What the command line finds the running stack by. */
export interface StackFile {
  v: 1;
  /** The process that runs it; without it the file is of one that was killed. */
  pid: number;
  stackName: string;
  region: string;
  account: string;
  /** The outputs of the stack, as CloudFormation would give them. */
  outputs: Readonly<Record<string, string>>;
  parameters: Readonly<Record<string, string>>;
  /** Address of each engine, by the last part of `AWS_ENDPOINT_URL_…`. */
  endpoints: Readonly<Record<string, string>>;
  /** The folder of its state. */
  data: string;
}

/** Writes the file as a whole. It holds no key. */
export function writeStackFile(
  file: string,
  given: { machine: Machine; stackName: string; parameters: Readonly<Record<string, string>>; data: string },
): void {
  const { machine, stackName, parameters, data } = given;
  const content: StackFile = {
    v: 1,
    pid: process.pid,
    stackName,
    region: REGION,
    account: ACCOUNT,
    outputs: machine.stack.outputs,
    parameters,
    endpoints: machine.endpoints,
    data,
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** A stack that has stopped is not found any more. */
export function removeStackFile(file: string): void {
  rmSync(file, { force: true });
}
