import { cfnLint } from './checks/cfn-lint.ts';
import { motoJourneys } from './checks/moto.ts';
import { stateMachines } from './checks/state-machines.ts';
import { vendorTable } from './checks/vendor-table.ts';
import { type Check, judge, printVerdicts, type Verdict } from './outcome.ts';
import { synthesiseStages } from './synthesised-stages.ts';

// `npm run verify [-- WORD… --unused]`: checks the project by programs that others wrote. A word selects the checks whose
// names hold it. `--unused` lists the permissions that the journeys did not use.

process.env['CDK_VALIDATION'] = 'false';

const UNUSED = '--unused';
const words = process.argv
  .slice(2)
  .filter((word) => word !== UNUSED)
  .map((word) => word.toLowerCase());
const { stages, examples, dispose } = await synthesiseStages();
const checks: Check[] = [
  cfnLint([...stages, ...examples]),
  stateMachines([...stages, ...examples]),
  vendorTable,
  ...motoJourneys(stages, { listsUnused: process.argv.includes(UNUSED) }),
];
const chosen = checks.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
);
const verdicts: Verdict[] = [];
try {
  for (const check of chosen) {
    process.stderr.write(`${check.name} …\n`);
    verdicts.push(await judge(check, Date.now));
  }
} finally {
  await dispose();
}
if (verdicts.length === 0) process.stderr.write(`No check has one of these words in its name.\n`);
else process.stdout.write(`\n${printVerdicts(verdicts).text}`);
process.exitCode = verdicts.length === 0 ? 1 : printVerdicts(verdicts).code;
