import { spawnSync } from 'node:child_process';

// What `npm run test:long` and `npm run test:full` run: the tests in a form of their own. Arguments go to the tests.

const [form, ...args] = process.argv.slice(2);
const { status } = spawnSync('vitest', ['run', ...args], {
  env: { ...process.env, TEST_FORM: form },
  stdio: 'inherit',
  // On Windows the program is a script of its shell.
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
