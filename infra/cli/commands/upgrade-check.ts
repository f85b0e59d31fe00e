import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import { command, STACK_OPTIONS } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { printAmount } from '../print-values.ts';
import { describeStack } from '../stack/find-stack.ts';
import { compareTemplates, type ResourceChange, templateSchema } from '../upgrade/compare-templates.ts';

/** Says what a deployment of the installed version would change in a stack. */
export const upgradeCheck = command({
  usage: 'upgrade-check --stage NAME',
  about: `Compares the template of npm run synth with the one that is deployed, after a new version was installed. Lists the
resources that a deployment adds, changes and removes; new code of functions is not listed. Exit code 1 when it would delete or replace
what holds data. Changes nothing.`,
  options: { stage: STACK_OPTIONS.stage },
  async run({ values: { stage = 'dev' } }, world) {
    const { name, client } = await describeStack(stage);
    const { GetTemplateCommand } = await import('@aws-sdk/client-cloudformation');
    const { TemplateBody = '' } = await client.send(new GetTemplateCommand({ StackName: name }));
    const file = `${name}.template.json`;
    const text = await readFile(join(world.folder, 'cdk.out', file), 'utf8').catch((cause: unknown) => {
      throw new CliFailure(`cdk.out has no ${file}.`, {
        hint: `make the template first: npm run synth -- -c stage=${stage}`,
        cause,
      });
    });
    const [deployed, next] = [TemplateBody, text].map((body) => templateSchema.parse(parseJson(body)));
    const changes = deployed && next ? compareTemplates(deployed, next) : [];
    const losses = changes.filter(({ losesData }) => losesData);
    return {
      text: printChanges(name, changes),
      document: { stack: name, changes },
      failure:
        losses.length === 0
          ? undefined
          : new CliFailure(
              `The deployment would lose the data of ${losses.map(({ id }) => id).join(', ')}.`,
              {
                hint: 'do not deploy this version; CHANGELOG.md says how to move the data, or report it as a fault',
              },
            ),
    };
  },
});

function printChanges(stack: string, changes: readonly ResourceChange[]): string {
  if (changes.length === 0) return `${stack}: only the code of functions changes.\n`;
  const lines = changes.map(
    ({ change, id, type, properties }) =>
      `  ${change.padEnd(9)}${type} ${id}${properties.length > 0 ? `: ${properties.join(', ')}` : ''}\n`,
  );
  return `${stack}: a deployment changes ${printAmount(changes.length, 'resource')}.\n${lines.join('')}`;
}
