import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parse } from 'acorn';
import { full } from 'acorn-walk';

/** One small change of a file: what was from `start` to `end` becomes `text`. Lines are counted from 1. */
export interface Mutant {
  file: string;
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

/** All mutants of a file, in the order of its text. Types are never changed. */
export function mutantsOf(file: string, source = readFileSync(file, 'utf8')): Mutant[] {
  // Blanks take the place of types, so that each place in the code is the same place in the source.
  const code = stripTypeScriptTypes(source, { mode: 'strip' });
  const mutants: Mutant[] = [];
  full(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    for (const [start, end, text] of changesOf(node, code)) {
      const line = source.slice(0, start).split('\n').length;
      mutants.push({ file, line, start, end, was: source.slice(start, end), text });
    }
  });
  return mutants.filter(({ was, text }) => was !== text).toSorted((one, other) => one.start - other.start);
}

type Change = [start: number, end: number, text: string];

/** The nodes are those of ESTree. */
function changesOf(node: any, code: string): Change[] {
  const replace = ({ start, end }: any, text: string): Change[] => [[start, end, text]];
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return replace(node.test, `!(${code.slice(node.test.start, node.test.end)})`);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return node.operator === '+' && (isText(node.left) || isText(node.right))
        ? []
        : swap(node.operator, { start: node.left.end, end: node.right.start }, code);
    case 'MemberExpression':
      return node.computed ? [] : swap(node.property.name, node.property, code);
    case 'CallExpression': {
      const { object, property } = node.callee;
      return LEFT_OUT.includes(property?.name) ? [[object.end, node.end, '']] : [];
    }
    case 'ExpressionStatement': {
      const { type, argument } = node.expression;
      return [type, argument?.type].includes('CallExpression') ? replace(node, ';') : [];
    }
    case 'ReturnStatement':
      return node.argument ? replace(node.argument, emptyOf(node.argument)) : [];
    case 'ArrowFunctionExpression':
      return node.expression ? replace(node.body, `(${emptyOf(node.body)})`) : [];
    case 'ArrayExpression':
      return node.elements.map((element: any) => without(element, code));
    case 'ObjectExpression': {
      const spreads = node.properties.filter(({ type }: any) => type === 'SpreadElement');
      return spreads.map((spread: any) => without(spread, code));
    }
    case 'Literal':
      if (typeof node.value === 'boolean') return replace(node, `${!node.value}`);
      if (typeof node.value !== 'number') return [];
      return [1, -1].flatMap((more) => replace(node, `(${node.value + more})`));
    default:
      return [];
  }
}

/** Any test sees a minus between texts: it gives no number. */
function isText({ type, value }: any): boolean {
  return type === 'TemplateLiteral' || typeof value === 'string';
}

function swap(name: string, { start, end }: { start: number; end: number }, code: string): Change[] {
  const at = code.indexOf(name, start);
  if (!Object.hasOwn(SWAPPED, name) || at >= end) return [];
  return [[at, at + name.length, SWAPPED[name] ?? name]];
}

/** What a returned value is replaced by. */
function emptyOf(value: any): string {
  if (value.type === 'ArrayExpression') return '[]';
  return isText(value) ? "''" : 'undefined';
}

/** Takes an element of a list out, with the comma behind it. */
function without({ start, end }: any, code: string): Change {
  return [start, end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0), ''];
}
