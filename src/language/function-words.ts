import { type Signature, signatures } from '../expression/types/signatures.ts';
import type { Type } from '../expression/types/type.ts';
import { typeWords } from '../expression/types/type-words.ts';

/** A function or macro, as shown by hover and completion. */
export interface FunctionWords {
  readonly name: string;
  readonly summary: string;
  /** Its call forms, one per line. */
  readonly forms: readonly string[];
  /** Whether it is written before its arguments or after a dot; `both` allows either. */
  readonly style: Signature['style'];
}

const macros: readonly FunctionWords[] = [
  macro('all', 'Does the condition hold for every element?', 'x, condition', 'boolean'),
  macro('exists', 'Does the condition hold for at least one element?', 'x, condition', 'boolean'),
  macro('exists_one', 'Does the condition hold for exactly one element?', 'x, condition', 'boolean'),
  macro('filter', 'The elements for which the condition holds.', 'x, condition', 'list'),
  macro('map', 'What the expression gives for each element.', 'x, expression', 'list'),
  {
    name: 'series',
    summary: 'A list in which each entry is worked out from the one before; at most 1,000 entries.',
    forms: ['series(count, {first entry}, previous, {next entry}) → list'],
    style: 'function',
  },
  {
    name: 'has',
    summary: 'Is the field of a record not null, or the key in a map?',
    forms: ['has(record.field) → boolean'],
    style: 'function',
  },
  {
    name: 'given',
    summary: 'Was the name of Takes, of the query or of an event’s parameter in the request? Null and left out differ.',
    forms: ['given(name) → boolean'],
    style: 'function',
  },
];

function macro(name: string, summary: string, inside: string, result: string): FunctionWords {
  return { name, summary, forms: [`list.${name}(${inside}) → ${result}`], style: 'method' };
}

/** Every function and macro for expressions, by name, without views. */
export const functionWords: readonly FunctionWords[] = [
  ...[...new Set(signatures.map(({ name }) => name))].map((name): FunctionWords => {
    const own = signatures.filter((signature) => signature.name === name);
    const styles = new Set(own.map((signature) => signature.style));
    const [only] = styles;
    return {
      name,
      summary: [...new Set(own.map(({ summary }) => summary))].join(' '),
      forms: [...new Set(own.map(formOf))],
      style: styles.size === 1 && only !== undefined ? only : 'both',
    };
  }),
  ...macros,
];

function formOf({ name, style, parameters, optional = 0, rest = false, result }: Signature): string {
  const words = parameters.map((wanted, index) => (index >= parameters.length - optional ? `[${wanted}]` : wanted));
  if (rest) words.push('…');
  const gives = typeof result === 'function' ? '' : ` → ${plain(result)}`;
  return style === 'method' ? `${words[0]}.${name}(${words.slice(1).join(', ')})${gives}` : `${name}(${words.join(', ')})${gives}`;
}

function plain(type: Type): string {
  return typeWords(type).replace(/^an? /, '');
}
