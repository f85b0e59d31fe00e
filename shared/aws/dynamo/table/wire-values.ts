/** A value as DynamoDB writes it in JSON (Amazon DynamoDB API Reference, "AttributeValue"). Bytes are base64. */
export type WireValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly L: readonly WireValue[] }
  | { readonly M: WireItem };

/** An item, or a key, as DynamoDB writes it. */
export interface WireItem {
  readonly [name: string]: WireValue;
}

/**
 * Values as DynamoDB writes them; undefined ones are left out. A run of 10,000 findings writes 100,000 items: this takes a fifth of the
 * time of the SDK's own function, which compares the names of classes for each value.
 *
 * @throws TypeError for a value that has no such form: a number beyond those that JavaScript knows exactly, an empty set.
 */
export function toWire(values: Readonly<Record<string, unknown>>): WireItem {
  const item: Record<string, WireValue> = {};
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value !== undefined) item[name] = wireValueOf(value);
  }
  return item;
}

function wireValueOf(value: unknown): WireValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: numberText(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(wireValueOf) };
  if (value instanceof Set) return { SS: setTexts(value) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (isPlain(value)) return { M: toWire(value) };
  throw new TypeError(`DynamoDB has no form for a value of the type ${typeof value}.`);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`Special numeric value ${value} is not allowed.`);
  if (value > Number.MAX_SAFE_INTEGER)
    throw new TypeError(`Number ${value} is greater than Number.MAX_SAFE_INTEGER.`);
  if (value < Number.MIN_SAFE_INTEGER)
    throw new TypeError(`Number ${value} is lesser than Number.MIN_SAFE_INTEGER.`);
  return String(value);
}

/** Our sets are of texts. */
function setTexts(set: ReadonlySet<unknown>): string[] {
  if (set.size === 0) throw new TypeError('DynamoDB has no empty set.');
  return Array.from(set, (one) => {
    if (typeof one !== 'string') throw new TypeError('A set may hold only texts.');
    return one;
  });
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The values of an item as JavaScript has them: sets are `Set`, bytes a `Uint8Array`. */
export function fromWire(item: WireItem): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(item)) {
    const value = item[name];
    if (value) values[name] = valueOf(value);
  }
  return values;
}

function valueOf(value: WireValue): unknown {
  if ('S' in value) return value.S;
  if ('N' in value) return Number(value.N);
  if ('M' in value) return fromWire(value.M);
  if ('L' in value) return value.L.map(valueOf);
  if ('SS' in value) return new Set(value.SS);
  if ('BOOL' in value) return value.BOOL;
  if ('NULL' in value) return null;
  if ('B' in value) return bytesOf(value.B);
  if ('NS' in value) return new Set(value.NS.map(Number));
  return new Set(value.BS.map(bytesOf));
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
