import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';

/** One small change of a file: its characters from `start` to `end` become `text`. */
export interface Mutant {
  file: string;
  /** Counted from 1. */
  line: number;
  start: number;
  end: number;
  was: string;
  text: string;
}

/** Operators and methods with one that is easily taken for it. */
const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
  every: 'some',
  some: 'every',
  min: 'max',
  max: 'min',
};
/** Methods without which a list is still a list. */
const LEFT_OUT = ['filter', 'toSorted', 'toReversed', 'slice', 'flat'];

/** All mutants of a file, in the order of its lines. Types are never changed. */
export function mutantsOf(file: string, source = readFileSync(file, 'utf8')): Mutant[] {
  // Blanks take the place of types, so that each place in the code is the same place in the source.
  const code = stripTypeScriptTypes(source, { mode: 'strip' });
  const mutants: Mutant[] = [];
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  fullAncestor(program, (node, _, ancestors) => {
    for (const [start, end, text] of changesOf(node, ancestors.at(-2), code)) {
      const was = source.slice(start, end);
      const line = source.slice(0, start).split('\n').length;
      if (was !== text) mutants.push({ file, line, start, end, was, text });
    }
  });
  return mutants.toSorted((one, other) => one.start - other.start);
}

type Change = [start: number, end: number, text: string];

/** The nodes are those of ESTree. */
function changesOf(node: any, parent: any, code: string): Change[] {
  const whole = (text: string): Change => [node.start, node.end, text];
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return [[node.test.start, node.test.end, `!(${code.slice(node.test.start, node.test.end)})`]];
    case 'BinaryExpression':
    case 'LogicalExpression':
      return isJoined(node) ? [] : swap(node.operator, node.left.end, node.right.start, code);
    case 'MemberExpression':
      return node.computed ? [] : swap(node.property.name, node.property.start, node.property.end, code);
    case 'CallExpression': {
      const { object, property } = node.callee;
      return LEFT_OUT.includes(property?.name) ? [[object.end, node.end, '']] : [];
    }
    case 'ExpressionStatement':
      return isCall(node.expression) ? [whole(';')] : [];
    case 'ReturnStatement':
      return node.argument ? [[node.argument.start, node.argument.end, emptyOf(node.argument)]] : [];
    case 'ArrowFunctionExpression':
      return node.expression ? [[node.body.start, node.body.end, `(${emptyOf(node.body)})`]] : [];
    case 'ArrayExpression':
      return node.elements.map((element: any) => without(element, code));
    case 'ObjectExpression':
      return node.properties
        .filter(({ type }: any) => type === 'SpreadElement')
        .map((spread: any) => without(spread, code));
    case 'Literal':
      return literalOf(node, parent).map(whole);
    default:
      return [];
  }
}

/** Whether `+` joins texts: a minus in its place gives no number, which any test sees. */
function isJoined({ operator, left, right }: any): boolean {
  const isText = (side: any) => side.type === 'TemplateLiteral' || typeof side.value === 'string';
  return operator === '+' && (isText(left) || isText(right));
}

function swap(name: string, start: number, end: number, code: string): Change[] {
  const other = Object.hasOwn(SWAPPED, name) ? SWAPPED[name] : undefined;
  const at = code.indexOf(name, start);
  return other === undefined || at >= end ? [] : [[at, at + name.length, other]];
}

function isCall({ type, argument }: any): boolean {
  return type === 'AwaitExpression' ? argument.type === 'CallExpression' : type === 'CallExpression';
}

/** What a returned value is replaced by. */
function emptyOf({ type, value }: any): string {
  if (type === 'ArrayExpression') return '[]';
  if (type === 'TemplateLiteral' || typeof value === 'string') return "''";
  return 'undefined';
}

/** Takes an element of a list out, with the comma behind it. */
function without(element: any, code: string): Change {
  const comma = /^\s*,/.exec(code.slice(element.end))?.[0] ?? '';
  return [element.start, element.end + comma.length, ''];
}

function literalOf({ value }: any, parent: any): string[] {
  if (typeof value === 'boolean') return [`${!value}`];
  // A place in a list and a name of a property are no constants.
  if (typeof value !== 'number' || parent?.type === 'Property')
    return typeof value === 'number' ? [`${value + 1}`] : [];
  return [`${value + 1}`, `(${value - 1})`];
}
