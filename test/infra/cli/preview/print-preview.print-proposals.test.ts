import { expect, it } from 'vitest';
import { printProposals } from '../../../../infra/cli/preview/print-preview.ts';
import { compileWatches } from '../../../../infra/watches-file/compile-watches.ts';
import { jobAdvice } from '../../../../shared/providers/extraction/source/job-advice.ts';
import { aWatch } from '../../../ports/examples.ts';
import { scripted } from '../../../shared/providers/extraction/extraction-fixtures.ts';
import { NOW } from '../open-world.ts';

const limits = { deadline: Number.POSITIVE_INFINITY };
const watch = aWatch({ kind: 'extraction', query: { query: 'Layoffs at banks' } });

/** A file with what was printed in the query of its watch. */
const fileWith = (yaml: string) => `operators: { email: [ops@acme.example] }
channels: { press: { email: [press@acme.example] } }
watches:
  cuts:
    kind: extraction
    alert: { channel: press }
    query:
      query: Layoffs at banks
${yaml
  .split('\n')
  .slice(1)
  .map((line) => `    ${line}`)
  .join('\n')}`;

function queryIn(yaml: string): object {
  const compiled = compileWatches(fileWith(yaml), { file: 'watches.yaml', now: NOW });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.desired.watches[0]!.query;
}

it('quotes what YAML would read otherwise, and leaves out what a watch does not take', async () => {
  const { client } = await scripted(
    { json: {} },
    {
      json: {
        validators: ['only_a_name', { name: 'yes', description: 'No: "it" is\nnot: #1' }, { name: 'x' }],
        enrichments: [
          { name: 'cost', description: '- a sum', type: 'number' },
          { name: 'cost', description: 'the same name again', type: 'number' },
          { name: 'odd', description: 'of an old type', type: 'dict' },
        ],
      },
    },
  );
  const advice = await jobAdvice(client)(watch.query, limits);
  expect(queryIn(printProposals(watch, [{ id: 'cuts', advice }]))).toEqual({
    query: 'Layoffs at banks',
    validators: [{ name: 'yes', description: 'No: "it" is not: #1' }],
    enrichments: [{ name: 'cost', description: 'the same name again', type: 'number' }],
  });
});
