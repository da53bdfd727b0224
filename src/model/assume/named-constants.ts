import type { Span } from '../../base/span.ts';
import { tableText } from '../../syntax/edit-table.ts';
import type { Bullet, CodeSpan } from '../../syntax/tree.ts';
import type { Constant } from '../ast/constants.ts';
import type { Reading } from '../reading/reading.ts';
import { writeSection } from './writing.ts';

const section = 9;

/**
 * First pass: without a table of constants, declares those that expressions name. They have no
 * value yet, but are not reported as undefined.
 */
export function assumeNamedConstants(reading: Reading): Constant[] {
  if (reading.forms.constant.length > 0) return [];
  const found = new Map<string, Span>();
  for (const code of codesIn(reading)) {
    // Blanks out string literals, keeping their length so that offsets still match.
    const source = code.text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text) => ' '.repeat(text.length));
    for (const match of source.matchAll(/(?<![\w.]|\b(?:else|refused)\s)[A-Z][A-Z0-9_]+(?![\w(]|\s*:)/g)) {
      const [name] = match;
      const known = ['entity', 'error', 'example'] as const;
      if (found.has(name) || known.some((kind) => reading.names.has(kind, name))) continue;
      found.set(name, { from: code.at(match.index), to: code.at(match.index + name.length) });
    }
  }
  if (found.size === 0) return [];
  for (const name of found.keys()) {
    reading.names.add('constant', name);
    reading.declarations.constants.set(name, { kind: 'any' });
  }
  const names = [...found.keys()];
  const node = reading.tree.sections.find((one) => one.number === section);
  const end = { from: reading.tree.text.length, to: reading.tree.text.length };
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' and ');
  const [have, their] = names.length === 1 ? ['has', 'it'] : ['have', 'them'];
  const text = `Section 9 lists no constants: ${listed} ${have} no value yet, and what depends on ${their} is not enforced.`;
  reading.notes.assume(section, node?.heading.span ?? end, text, {
    title: names.length === 1 ? 'Write this constant, with its value left open' : 'Write these constants, with their values left open',
    edits: () =>
      writeSection(
        reading,
        section,
        tableText(
          ['Constant', 'Value', 'Unit', 'Description'],
          names.map((name) => [name, '?', '', '']),
        ),
      ),
  });
  return [...found].map(([text, span]) => ({
    name: { text, span },
    span,
    value: undefined,
    valueSpan: span,
    type: { kind: 'any' },
    unit: null,
    description: '',
  }));
}

/** Kinds of tables with expressions or actions in any cell after the first. */
const kinds = ['scenario', 'field', 'example', 'transition', 'rule', 'role', 'account', 'permission', 'view', 'call'] as const;

interface Source {
  readonly text: string;
  at(offset: number): number;
}

/** Yields the code spans that contain expressions or actions. */
function* codesIn({ forms, tree }: Reading): Generator<Source> {
  for (const kind of kinds) {
    for (const form of forms[kind]) {
      for (const row of form.rows) {
        const without = kind === 'call' ? row.cell('Takes') : null;
        for (const cell of row.row.cells.slice(1)) {
          if (cell === without || !/[A-Z]{2}|[A-Z]\d/.test(cell.text)) continue;
          // A timer's constant (`after AUTO_CLOSE`) may be written without backticks.
          if (kind === 'transition' && /^(?:after|at)\s+[A-Z]/.test(cell.text)) yield cell;
          else yield* cell.codes;
        }
      }
    }
  }
  for (const { number, blocks } of tree.sections)
    if (number === 2) for (const block of blocks) if (block.kind === 'bullets') yield* codesOfBullets(block.items);
}

function* codesOfBullets(bullets: readonly Bullet[]): Generator<CodeSpan> {
  for (const { codes, children } of bullets) {
    yield* codes;
    yield* codesOfBullets(children);
  }
}
