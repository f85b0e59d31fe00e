import { describe, expect, it } from 'vitest';
import {
  conditionOf,
  distinctiveKey,
  mergeTypes,
  splitByKey,
} from '../../../../shared/contracts/watches-file/watches-json-schema.ts';

describe('a choice by a key', () => {
  const note = { type: 'string' } as const;
  const oneOf = [
    {
      type: 'object',
      properties: { on: { const: 'a', description: 'First.' }, note, size: { type: 'number' } },
      required: ['on', 'size'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { on: { const: 'b', description: 'Second.' }, note },
      required: ['on'],
      additionalProperties: false,
    },
  ] as const;

  it('becomes what the mappings share, and a condition for each', () => {
    const options = oneOf.map((one) => ({ ...one, required: [...one.required] }));
    expect(distinctiveKey(options)).toBe('on');
    expect(splitByKey({ oneOf: options }, { key: 'on', prefix: 'thing' })).toEqual({
      schema: {
        type: 'object',
        properties: { on: { description: 'a: First.\nb: Second.', enum: ['a', 'b'] }, note },
        required: ['on'],
        allOf: ['a', 'b'].map((value) =>
          conditionOf({
            when: { type: 'object', properties: { on: { const: value } }, required: ['on'] },
            holds: { $ref: `#/$defs/thing-${value}` },
          }),
        ),
      },
      cases: {
        'thing-a': { ...oneOf[0], properties: { ...oneOf[0].properties, note: true }, required: ['size'] },
        'thing-b': {
          type: 'object',
          properties: { ...oneOf[1].properties, note: true },
          additionalProperties: false,
        },
      },
    });
  });

  it('is none where the mappings have no key with one value each', () => {
    expect(
      distinctiveKey([oneOf[0], { properties: { on: note } }].map((one) => ({ properties: one.properties }))),
    ).toBeUndefined();
  });
});

describe('a choice between types', () => {
  const list = { type: 'array', items: { type: 'string' }, minItems: 1 } as const;

  it('becomes one schema', () => {
    expect(mergeTypes({ description: 'x', anyOf: [list, { type: 'string', pattern: 'a' }] })).toEqual({
      ...list,
      type: ['array', 'string'],
      pattern: 'a',
      description: 'x',
    });
  });

  it('becomes a condition where one option lists its values', () => {
    expect(mergeTypes({ anyOf: [list, { enum: ['a', 'b'] }] })).toEqual({
      ...conditionOf({ when: { type: 'array' }, holds: list, fails: { enum: ['a', 'b'] } }),
      examples: ['a', 'b'],
    });
  });

  it('is refused between options of one type', () => {
    expect(() => mergeTypes({ anyOf: [list, list] })).toThrow('a type in common');
    expect(() => mergeTypes({ anyOf: [{ enum: ['a'] }, { const: false }] })).toThrow(TypeError);
  });
});
