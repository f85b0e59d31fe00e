import * as z from 'zod';

/** The values of names and attributes on this machine. Throws `TemplateError` for what does not exist. */
export interface Scope {
  ref(name: string): string;
  attribute(logicalId: string, name: string): string;
}

/** `Ref: AWS::NoValue`: the property that holds it is left out. */
const NO_VALUE = Symbol('AWS::NoValue');

const list = z.array(z.unknown());
const join = z.tuple([z.string(), list]);
const select = z.tuple([z.union([z.number(), z.string()]), z.unknown()]);
const split = z.tuple([z.string(), z.unknown()]);
const attribute = z.tuple([z.string(), z.string()]);

/**
 * Replaces the intrinsic functions in a value of a template by their values.
 *
 * @throws TemplateError for a function that is not known here, or a name that does not exist.
 */
export function resolve(value: unknown, scope: Scope): unknown {
  const resolved = resolveAny(value, scope);
  return resolved === NO_VALUE ? undefined : resolved;
}

function resolveAny(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => resolveAny(one, scope)).filter((one) => one !== NO_VALUE);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only && isIntrinsic(only[0])) return call(only[0], only[1], scope);
  return Object.fromEntries(
    entries.map(([key, one]) => [key, resolveAny(one, scope)]).filter(([, one]) => one !== NO_VALUE),
  );
}

function isIntrinsic(key: string): boolean {
  return key === 'Ref' || key === 'Condition' || key.startsWith('Fn::');
}

function call(name: string, argument: unknown, scope: Scope): unknown {
  const text = (value: unknown) => textOf(resolve(value, scope), name);
  switch (name) {
    case 'Ref': {
      const target = textOf(argument, name);
      return target === 'AWS::NoValue' ? NO_VALUE : scope.ref(target);
    }
    case 'Fn::GetAtt':
      return scope.attribute(...attribute.parse(argument));
    case 'Fn::Join': {
      const [separator, parts] = join.parse(argument);
      return parts.map(text).join(separator);
    }
    case 'Fn::Sub':
      return substitute(textOf(argument, name), scope);
    case 'Fn::Split': {
      const [separator, whole] = split.parse(argument);
      return text(whole).split(separator);
    }
    case 'Fn::Select': {
      const [index, from] = select.parse(argument);
      return list.parse(resolve(from, scope))[Number(index)];
    }
    default:
      throw new TemplateError([`${name} is not known`]);
  }
}

/** `${Name}`, `${Name.Attribute}`, and `${!Literal}`, which stays as text. */
function substitute(pattern: string, scope: Scope): string {
  return pattern.replaceAll(/\$\{(!?)([^{}]+)\}/g, (_whole, literal: string, name: string) => {
    if (literal !== '') return `\${${name}}`;
    const [logicalId = '', ...path] = name.split('.');
    return path.length === 0 ? scope.ref(name) : scope.attribute(logicalId, path.join('.'));
  });
}

function textOf(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TemplateError([`${where} needs text here, and finds ${JSON.stringify(value)}`]);
}

/** A template that this machine cannot run as AWS would. It names every reason at once. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The stack's template holds what this machine cannot run:\n${problems.map((one) => `  ${one}`).join('\n')}`,
    );
    this.problems = problems;
  }
}
