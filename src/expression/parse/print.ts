import type { BinaryOperator, Node } from '../node.ts';
import { decimalText, isDecimal } from '../values/decimal.ts';
import type { Value } from '../values/value.ts';

const binding: Record<BinaryOperator, number> = {
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  in: 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
};

/** The precedence of a node: conditional 1, operators 2 to 7, prefix 8, everything else 9. */
function tightness(node: Node): number {
  switch (node.kind) {
    case 'conditional':
      return 1;
    case 'binary':
      return binding[node.operator];
    case 'unary':
      return 8;
    case 'literal':
      return isNegative(node.value) ? 8 : 9;
    default:
      return 9;
  }
}

const isNegative = (value: Value): boolean =>
  ((typeof value === 'number' || typeof value === 'bigint') && value < 0) || (isDecimal(value) && value.s < 0);

/**
 * Prints a node as source with as few brackets as possible. Parsing the result gives the same tree.
 */
export function print(node: Node): string {
  switch (node.kind) {
    case 'literal':
      return printLiteral(node.value);
    case 'name':
      return node.name;
    case 'select': {
      const text = `${within(node.operand, 9)}.${node.field}`;
      return node.test ? `has(${text})` : text;
    }
    case 'index':
      return `${within(node.operand, 9)}[${print(node.index)}]`;
    case 'call': {
      const args = node.args.map(print).join(', ');
      return node.target === null ? `${node.name}(${args})` : `${within(node.target, 9)}.${node.name}(${args})`;
    }
    case 'unary':
      // Without brackets, minus and a negative literal would parse as one literal.
      return (
        node.operator + (node.operator === '-' && node.operand.kind === 'literal' ? `(${print(node.operand)})` : within(node.operand, 8))
      );
    case 'binary': {
      const own = binding[node.operator];
      return `${within(node.left, own)} ${node.operator} ${within(node.right, own + 1)}`;
    }
    case 'conditional':
      return `${within(node.test, 2)} ? ${within(node.then, 1)} : ${within(node.otherwise, 1)}`;
    case 'list':
      return `[${node.items.map(print).join(', ')}]`;
    case 'map':
      return `{${node.entries.map((entry) => `${print(entry.key)}: ${print(entry.value)}`).join(', ')}}`;
    case 'macro': {
      if (node.macro === 'series' && node.filter !== null)
        return `series(${print(node.target)}, ${print(node.filter)}, ${node.variable}, ${print(node.body)})`;
      const parts = [node.variable, ...(node.filter === null ? [] : [print(node.filter)]), print(node.body)];
      return `${within(node.target, 9)}.${node.macro}(${parts.join(', ')})`;
    }
  }
}

const within = (node: Node, least: number): string => (tightness(node) < least ? `(${print(node)})` : print(node));

function printLiteral(value: Value): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return quote(value);
  if (isDecimal(value)) {
    const text = decimalText(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  if (value instanceof Uint8Array) return `b"${Array.from(value, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;
  throw new TypeError('a literal is null, a boolean, a number, a text or bytes');
}

/** Writes a text as a CEL literal in double quotes. */
export function quote(text: string): string {
  let result = '"';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (char === '"' || char === '\\') result += `\\${char}`;
    else if (char === '\n') result += '\\n';
    else if (char === '\r') result += '\\r';
    else if (char === '\t') result += '\\t';
    else if (code < 32 || code === 127) result += `\\x${code.toString(16).padStart(2, '0')}`;
    else result += char;
  }
  return `${result}"`;
}
