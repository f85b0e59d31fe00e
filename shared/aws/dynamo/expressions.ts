import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { TABLE } from '../../contracts/names.ts';
import { UnstorableError } from '../../domain/lib/errors.ts';
import type { Change, Item, Key, Query, When } from '../../store/table.ts';

// Conditions, changes and queries in DynamoDB's expressions.

type Wire = Record<string, AttributeValue>;

/**
 * A key as DynamoDB takes it. To marshal it like any other item takes ten times as long, and a page reads hundreds.
 */
export function wireKey({ pk, sk }: Readonly<Key>) {
  return { pk: { S: pk }, sk: { S: sk } };
}

/**
 * An item in the form of DynamoDB.
 *
 * @throws UnstorableError for a value that has none, such as a number beyond those that JavaScript knows exactly.
 */
export function wireItem(item: Item): Wire {
  return marshalled({ ...item, v: 1 });
}

function marshalled(values: Readonly<Record<string, unknown>>): Wire {
  try {
    return marshall(values, { removeUndefinedValues: true });
  } catch (error) {
    throw new UnstorableError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The names and values of a request, as its expressions refer to them. */
function placeholders() {
  const names: string[] = [];
  const values: unknown[] = [];
  const nameOf = (name: string) => {
    if (!names.includes(name)) names.push(name);
    return `#${names.indexOf(name)}`;
  };
  return {
    /** A path; the number in `sent.3` is a place in a list. */
    path: (path: string) =>
      path
        .split('.')
        .map((part, n) => (/^\d+$/.test(part) ? `[${part}]` : `${n > 0 ? '.' : ''}${nameOf(part)}`))
        .join(''),
    value: (value: unknown) => `:${values.push(value) - 1}`,
    /** DynamoDB refuses empty lists of names and values. */
    used: () => ({
      ExpressionAttributeNames:
        names.length > 0 ? Object.fromEntries(names.map((name, n) => [`#${n}`, name])) : undefined,
      ExpressionAttributeValues:
        values.length > 0
          ? marshalled(Object.fromEntries(values.map((value, n) => [`:${n}`, value])))
          : undefined,
    }),
  };
}

type Placeholders = ReturnType<typeof placeholders>;

/** The condition of a write. */
export function conditionInput(when: When) {
  const known = placeholders();
  return { ConditionExpression: condition(when, known), ...known.used() };
}

function condition(when: When, known: Placeholders): string {
  return partsOf(when, known).join(' AND ');
}

/** A condition in parentheses. DynamoDB refuses two pairs of them where one is enough. */
function grouped(when: When, known: Placeholders): string {
  const parts = partsOf(when, known);
  const isGroup = parts.length === 1 && parts[0]?.startsWith('(') === true;
  return isGroup ? parts.join('') : `(${parts.join(' AND ')})`;
}

function partsOf(when: When, known: Placeholders): string[] {
  const { exists, has = [], is = {}, below = {}, size = {}, anyOf, not } = when;
  const { path, value } = known;
  const others = anyOf?.map((one) => grouped(one, known)) ?? [];
  return [
    ...(exists === undefined ? [] : [`attribute_${exists ? '' : 'not_'}exists(${path(TABLE.partition)})`]),
    ...has.map((field) => `attribute_exists(${path(field)})`),
    ...Object.entries(is).map(([field, wanted]) =>
      wanted === undefined ? `attribute_not_exists(${path(field)})` : `${path(field)} = ${value(wanted)}`,
    ),
    ...Object.entries(below).map(([field, limit]) => `${path(field)} < ${value(limit)}`),
    ...Object.entries(size).map(([field, count]) => `size(${path(field)}) = ${value(count)}`),
    ...(others.length > 1 ? [`(${others.join(' OR ')})`] : others),
    ...(not ? [`NOT ${grouped(not, known)}`] : []),
  ];
}

/** A change as DynamoDB takes it: `SET` for values and sums, `REMOVE` for undefined ones, `ADD` for sets. */
export function changeInput({ set = {}, add = {}, addTexts = {}, when }: Change) {
  const known = placeholders();
  const { path, value } = known;
  const entries = Object.entries({ ...set, v: 1 });
  const clauses = {
    SET: [
      ...entries.flatMap(([field, to]) => (to === undefined ? [] : [`${path(field)} = ${value(to)}`])),
      ...Object.entries(add).map(
        ([field, more]) => `${path(field)} = if_not_exists(${path(field)}, ${value(0)}) + ${value(more)}`,
      ),
    ],
    REMOVE: entries.flatMap(([field, to]) => (to === undefined ? [path(field)] : [])),
    ADD: Object.entries(addTexts).flatMap(([field, texts]) =>
      texts.length > 0 ? [`${path(field)} ${value(new Set(texts))}`] : [],
    ),
  };
  return {
    UpdateExpression: Object.entries(clauses)
      .flatMap(([clause, parts]) => (parts.length > 0 ? [`${clause} ${parts.join(', ')}`] : []))
      .join(' '),
    ConditionExpression: when && condition(when, known),
    ...known.used(),
  };
}

/** The paths to read; nothing for all. */
export function projectionInput(fields: readonly string[] | undefined) {
  const known = placeholders();
  return fields ? { ProjectionExpression: projection(fields, known), ...known.used() } : {};
}

function projection(fields: readonly string[], { path }: Placeholders): string {
  return fields.map(path).join(', ');
}

/** A query as DynamoDB takes it. An empty prefix, which it refuses, is none. */
export function queryInput({ index, partition, from, upTo, prefix, newestFirst, fields }: Query) {
  const keys = index ? TABLE[index] : TABLE;
  const known = placeholders();
  const { path, value } = known;
  let range = `${path(keys.partition)} = ${value(partition)}`;
  if (prefix) range += ` AND begins_with(${path(keys.sort)}, ${value(prefix)})`;
  else if (from !== undefined || upTo !== undefined)
    range += ` AND ${path(keys.sort)} BETWEEN ${value(from ?? ' ')} AND ${value(upTo ?? '\u{10FFFF}')}`;
  return {
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression: range,
    ProjectionExpression: fields && projection(fields, known),
    ...known.used(),
    ScanIndexForward: !newestFirst,
  };
}
