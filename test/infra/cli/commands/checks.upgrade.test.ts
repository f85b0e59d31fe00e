import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cloudFormation } from '../cloud-formation.ts';
import { openWorld } from '../open-world.ts';

const TABLE = { Type: 'AWS::DynamoDB::GlobalTable' };

it('compares the synthesised template with the deployed one, and fails when data would be lost', async () => {
  const { call, folder } = openWorld({});
  const check = () => call('upgrade-check', '--stage', 'test');
  await cloudFormation({ resources: { Table: TABLE } });
  expect(await check()).toMatchObject({
    code: 1,
    err: expect.stringContaining('make the template first: npm run synth -- -c stage=test'),
  });
  const synthesised = async (Resources: object) => {
    await mkdir(join(folder, 'cdk.out'), { recursive: true });
    await writeFile(join(folder, 'cdk.out', 'bellwether-test.template.json'), JSON.stringify({ Resources }));
  };
  await synthesised({ Table: TABLE });
  expect(await check()).toEqual({
    code: 0,
    out: 'bellwether-test: only the code of functions changes.\n',
    err: '',
  });
  await synthesised({ Other: TABLE });
  const { code, out, err } = await check();
  expect([code, out]).toEqual([
    1,
    'bellwether-test: a deployment changes 2 resources.\n' +
      '  removed  AWS::DynamoDB::GlobalTable Table\n' +
      '  added    AWS::DynamoDB::GlobalTable Other\n',
  ]);
  expect(err).toContain('The deployment would lose the data of Table.');
});
