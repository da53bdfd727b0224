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
  macro('all', 'True if the condition is true for every element.', 'x, condition', 'boolean'),
  macro('exists', 'True if the condition is true for at least one element.', 'x, condition', 'boolean'),
  macro('exists_one', 'True if the condition is true for exactly one element.', 'x, condition', 'boolean'),
  macro('filter', 'The elements for which the condition is true.', 'x, condition', 'list'),
  macro('map', 'A list of the results of the expression, one for each element.', 'x, expression', 'list'),
  {
    name: 'series',
    summary: 'A list in which each entry is computed from the previous one; at most 1,000 entries.',
    forms: ['series(count, {first entry}, previous, {next entry}) → list'],
    style: 'function',
  },
  {
    name: 'has',
    summary: 'True if the field of the record is not null, or if the map contains the key.',
    forms: ['has(record.field) → boolean'],
    style: 'function',
  },
  {
    name: 'given',
    summary: 'True if the request contains the name (from Takes, the query or the parameters of the event), even if its value is null.',
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
