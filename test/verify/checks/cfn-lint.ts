import { join } from 'node:path';
import { type Check, outcomeOf } from '../outcome.ts';
import type { SynthesisedStage } from '../synthesised-stages.ts';
import { installPython } from '../tools/install.ts';
import { runCommand } from '../tools/run-command.ts';

/** What a template may hold differs by region. These have had services at different times. */
const REGIONS = ['us-east-1', 'eu-west-1', 'eu-central-1', 'ap-southeast-2'];

/** W3005: a DependsOn that a reference implies. The CDK writes it. */
const IGNORED = ['W3005'];

/** cfn-lint on the template of every stage. */
export function cfnLint(stages: readonly SynthesisedStage[]): Check {
  return {
    name: `cfn-lint in ${REGIONS.length} regions`,
    async run() {
      const bin = join(await installPython('cfn-lint'), 'cfn-lint');
      const findings: string[] = [];
      for (const { stage, file } of stages) {
        const args = ['--format', 'parseable', '--regions', ...REGIONS, '--ignore-checks', ...IGNORED];
        const { code, stdout, stderr } = await runCommand(bin, [...args, '--template', file]);
        const lines = stdout.split('\n').filter((line) => line.trim() !== '');
        findings.push(...lines.map((line) => `${stage}: ${line.replace(file, '')}`));
        if (code !== 0 && lines.length === 0)
          findings.push(`${stage}: cfn-lint ended with ${code}: ${stderr}`);
      }
      return outcomeOf(findings, `the templates of ${stages.map(({ stage }) => stage).join(', ')}`);
    },
  };
}
