import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// What `npm test` runs: format, lint, types and all tests but the long ones, at the same time. Arguments go to the tests.

const ROOT = join(import.meta.dirname, '..');
/**
 * The linter's type checker is written in Go. It frees memory less often so: a third less time, a tenth more memory.
 */
const ENVIRONMENT = { GOGC: '1600', ...process.env };
/** The tests use the other processors. In one thread the linter works out each type once: a fifth less time. */
const OF_LINT = { GOMAXPROCS: '1', ...ENVIRONMENT };

/** Seconds of processor time of the children that have ended, with their own children. Known on Linux alone. */
function usedByChildren(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return undefined;
  }
}

const TICKS = 100;
let used = 0;

/** What the child that has just ended has used. */
function usedByLast(): string {
  const all = usedByChildren();
  if (all === undefined) return '';
  const own = Math.round(all - used);
  used = all;
  return `, ${own} s of processor time`;
}

/** Runs a command to its end. With `later` its output is returned, so that the output of two commands does not mix. */
async function run(
  command: string,
  args: readonly string[],
  { later, env }: { later: boolean; env: NodeJS.ProcessEnv },
) {
  // On Windows these programs are scripts of its shell.
  const shell = process.platform === 'win32';
  const child = spawn(command, args, { cwd: ROOT, env, shell, stdio: ['inherit', ...outputs(later)] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  return { code, output, time: usedByLast() };
}

function endOf({ code, time }: { code: number; time: string }): string {
  return `${code === 0 ? 'passed' : 'failed'}${time}`;
}

function outputs(later: boolean): ('pipe' | 'inherit')[] {
  return later ? ['pipe', 'pipe'] : ['inherit', 'inherit'];
}

const [tests, ...checks] = await Promise.all([
  run('vitest', ['run', ...process.argv.slice(2)], { later: false, env: ENVIRONMENT }),
  ...Object.entries({ lint: OF_LINT, types: ENVIRONMENT }).map(async ([name, env]) => ({
    name,
    ...(await run('npm', ['run', '--silent', name], { later: true, env })),
  })),
]);
process.stdout.write(`\ntests: ${endOf(tests)}\n`);
for (const { name, output, ...ended } of checks)
  process.stdout.write(`\nnpm run ${name}: ${endOf(ended)}\n${output}`);
process.exitCode = [tests, ...checks].every(({ code }) => code === 0) ? 0 : 1;
