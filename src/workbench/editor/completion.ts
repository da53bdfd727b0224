import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import type { Model } from '../../model/model.ts';
import { cellsOf, isDelimiterRow } from './table-cells.ts';
import { tableAt } from './table-keys.ts';

type NameKind = 'entity' | 'field' | 'state' | 'event' | 'role' | 'error' | 'constant' | 'screen' | 'view' | 'example' | 'type';

/** Which names a column is likely to ask for, by its header. */
const wanted: Readonly<Record<string, readonly NameKind[]>> = {
  roles: ['role'],
  includes: ['role'],
  error: ['error'],
  errors: ['error'],
  type: ['type', 'entity'],
  from: ['state'],
  to: ['state'],
  event: ['event'],
  on: ['entity', 'field'],
  about: ['entity'],
  as: ['example', 'role'],
  permission: ['entity', 'event'],
  guard: ['field', 'constant', 'entity'],
  effect: ['field', 'event', 'entity'],
  'must hold': ['field', 'constant', 'entity'],
};

const types =
  'text markdown integer decimal money boolean date time datetime duration email url phone color password file image json uuid serial slug enum state'.split(
    ' ',
  );

/** Columns in which one says a new name. */
const naming: ReadonlySet<string> = new Set(['person', 'screen', 'field', 'example', 'rule', 'role', 'key', 'error', 'constant']);

/** Every name of the document, with what it is. */
export function namesOf(model: Model): readonly (Completion & { readonly kind: NameKind })[] {
  const found = new Map<string, Completion & { readonly kind: NameKind }>();
  const add = (kind: NameKind, label: string, detail: string): void => {
    if (label !== '' && !found.has(`${kind} ${label}`)) found.set(`${kind} ${label}`, { label, kind, type: kind, detail });
  };
  for (const entity of model.entities) {
    add('entity', entity.name.text, 'entity');
    for (const field of entity.fields) add('field', field.name.text, `field of ${entity.name.text}`);
    for (const example of entity.examples) add('example', example.name.text, `example ${entity.name.text}`);
  }
  for (const machine of model.machines) {
    for (const state of machine.states) add('state', state.name, `state of ${machine.entity}`);
    for (const { trigger } of machine.transitions)
      if (trigger.kind === 'event') add('event', trigger.name.text, `event of ${machine.entity}`);
  }
  for (const role of model.roles) add('role', role.name.text, 'role');
  for (const error of model.errors) add('error', error.name.text, `error ${error.status}`);
  for (const constant of model.constants) add('constant', constant.name.text, constant.unit ? `constant, ${constant.unit}` : 'constant');
  for (const screen of model.screens) add('screen', screen.name.text, 'screen');
  for (const view of model.views) add('view', view.name.text, `view of ${view.entity.text}`);
  for (const type of types) add('type', type, 'type');
  return [...found.values()];
}

/** The header of the column that the cursor is in, in lower case. */
function columnAt(state: EditorState, position: number): { readonly index: number; readonly name: string } | null {
  const table = tableAt(state, position);
  if (!table) return null;
  const header = state.doc.lineAt(table.from);
  const line = state.doc.lineAt(position);
  if (line.number <= header.number || isDelimiterRow(line.text)) return null;
  const at = position - line.from;
  const pipes = cellsOf(line.text);
  const index = pipes.findIndex((cell, place) => at <= Math.max(cell.to, (pipes[place + 1]?.from ?? line.length) - 2));
  const cell = cellsOf(header.text)[index];
  return cell ? { index, name: header.text.slice(cell.from, cell.to).toLowerCase() } : null;
}

/** Names of the model where the notation has names: in tables, bullets and code. In prose only when asked for. */
export function nameCompletion(model: () => Model | null): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const current = model();
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (!current || (!word && !context.explicit) || (word && word.to - word.from < 2 && !context.explicit)) return null;
    const { state, pos } = context;
    const line = state.doc.lineAt(pos);
    const column = columnAt(state, pos);
    if (column === null && !context.explicit && !/^\s*[-*+]\s/.test(line.text)) return null;
    if (column?.index === 0 && naming.has(column.name) && !context.explicit) return null;
    const likely = column === null ? [] : (wanted[column.name] ?? []);
    const inCode = (line.text.slice(0, pos - line.from).split('`').length - 1) % 2 === 1;
    const options = namesOf(current)
      .filter(({ kind }) => kind !== 'type' || likely.includes('type'))
      .map((name) => ({
        ...name,
        boost: likely.includes(name.kind) ? 50 : inCode && (name.kind === 'field' || name.kind === 'constant') ? 20 : 0,
      }));
    return { from: word?.from ?? pos, options, validFor: /^\w*$/ };
  };
}
