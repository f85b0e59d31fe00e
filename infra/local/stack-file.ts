import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type * as z from 'zod';
import type { stackFileSchema } from '../cli/stack/stack-file.ts';
import { ACCOUNT, REGION } from './aws/local-account.ts';
import type { Machine } from './aws/start-machine.ts';

/** What the command line finds the running stack by, and what a person may want to know of it. */
interface StackFile extends z.input<typeof stackFileSchema> {
  /** The process that runs it. */
  pid: number;
  stackName: string;
  account: string;
  /** The folder of its state. */
  data: string;
}

/** Writes the file as a whole. It holds no key. */
export function writeStackFile(
  file: string,
  given: {
    machine: Machine;
    stackName: string;
    parameters: Readonly<Record<string, string>>;
    data: string;
    clockShift: number;
  },
): void {
  const { machine, stackName, parameters, data, clockShift } = given;
  const content: StackFile = {
    v: 1,
    pid: process.pid,
    stackName,
    region: REGION,
    account: ACCOUNT,
    outputs: machine.stack.outputs,
    parameters: { ...parameters },
    endpoints: { ...machine.endpoints },
    clockShift,
    data,
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** A stack that has stopped is not found any more. */
export function removeStackFile(file: string): void {
  rmSync(file, { force: true });
}
