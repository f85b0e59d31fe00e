import { describe, expect, it } from 'vitest';
import { replacements } from './replacements.ts';

const CREATE_ONLY = {
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema'],
};
const queue = (properties: object) => ({ Type: 'AWS::SQS::Queue', Properties: properties });
const templateOf = (resources: object) => ({ Resources: resources });
const table = (sort: string) => ({
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: { KeySchema: [{ AttributeName: 'pk' }, { AttributeName: sort }] },
});

describe('an update in place', () => {
  it('changes what can be changed, and adds', () => {
    const before = templateOf({ Runs: queue({ VisibilityTimeout: 30 }) });
    const after = templateOf({ Runs: queue({ VisibilityTimeout: 60 }), More: queue({}) });
    expect(replacements(before, after, CREATE_ONLY)).toEqual([]);
  });

  it.each([
    ['removes', {}, 'Runs (AWS::SQS::Queue) is removed'],
    [
      'renames',
      { Runs: queue({ QueueName: 'other' }) },
      'Runs (AWS::SQS::Queue) is replaced: its QueueName changes',
    ],
    [
      'changes the type of',
      { Runs: table('sk') },
      'changes its type from AWS::SQS::Queue to AWS::DynamoDB::GlobalTable',
    ],
  ])('is refused when it %s a queue', (_what, after, line) => {
    const found = replacements(templateOf({ Runs: queue({}) }), templateOf(after), CREATE_ONLY);
    expect(found).toEqual([expect.stringContaining(line)]);
  });

  it('is refused when the keys of the table change', () => {
    const found = replacements(templateOf({ T: table('sk') }), templateOf({ T: table('sort') }), CREATE_ONLY);
    expect(found).toEqual(['T (AWS::DynamoDB::GlobalTable) is replaced: its KeySchema changes']);
  });

  it('may replace what holds nothing', () => {
    const before = templateOf({ P: { Type: 'AWS::Lambda::Permission', Properties: { Principal: 'a' } } });
    expect(replacements(before, templateOf({}), CREATE_ONLY)).toEqual([]);
  });
});
