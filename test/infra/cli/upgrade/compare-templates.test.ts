import { describe, expect, it } from 'vitest';
import { compareTemplates, templateSchema } from '../../../../infra/cli/upgrade/compare-templates.ts';

const TABLE = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { KeySchema: ['pk'], Tags: [] } };
const CODE = { Type: 'AWS::Lambda::Function', Properties: { Code: { S3Key: 'one.zip' }, MemorySize: 512 } };

function compare(deployed: object, next: object) {
  const read = (Resources: object) => templateSchema.parse({ Resources });
  return compareTemplates(read(deployed), read(next)).map(({ change, id, properties, losesData }) =>
    [change, id, ...properties, ...(losesData ? ['loses data'] : [])].join(' '),
  );
}

describe('compareTemplates', () => {
  it('lists what is removed, changed and added, in this order, but not new code', () => {
    const deployed = { Table: TABLE, Run: CODE, Old: CODE };
    const next = {
      New: CODE,
      Run: { ...CODE, Properties: { Code: { S3Key: 'two.zip' }, MemorySize: 256 } },
      Table: TABLE,
    };
    expect(compare(deployed, next)).toEqual(['removed Old', 'changed Run MemorySize', 'added New']);
    const newCode = { ...CODE, Properties: { ...CODE.Properties, Code: { S3Key: 'two.zip' } } };
    expect(compare({ Run: CODE }, { Run: newCode })).toEqual([]);
  });

  it('says when a table would be deleted, or replaced by an empty one', () => {
    expect(compare({ Table: TABLE }, {})).toEqual(['removed Table loses data']);
    const other = { ...TABLE, Properties: { ...TABLE.Properties, KeySchema: ['id'] } };
    expect(compare({ Table: TABLE }, { Table: other })).toEqual(['changed Table KeySchema loses data']);
    const tagged = { ...TABLE, Properties: { ...TABLE.Properties, Tags: ['new'] } };
    expect(compare({ Table: TABLE }, { Table: tagged })).toEqual(['changed Table Tags']);
  });
});
