import type { Span } from '../../base/span.ts';
import { type Machine, type Transition, triggerWords } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import { matrixOf, verdictWords } from '../views/permissions/matrix.ts';

/** A difference in the meaning of a document. */
export interface BehaviourChange {
  readonly section: number;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Such as `the field Ticket.room` or `customer may: Ticket: update`. */
  readonly what: string;
  /** The text of its row before and after; empty if there was or is none. */
  readonly from: string;
  readonly to: string;
}

interface Meaning {
  readonly section: number;
  readonly what: string;
  readonly says: string;
}

/**
 * Compares the meaning of two models fact by fact, in the order of the sections. Moved rows, prose
 * and layout are no changes.
 */
export function compareBehaviour(before: Model, after: Model): readonly BehaviourChange[] {
  const old = meaningsOf(before);
  const fresh = meaningsOf(after);
  const changes: BehaviourChange[] = [];
  for (const [what, { section, says }] of fresh) {
    const was = old.get(what);
    if (was === undefined) changes.push({ section, kind: 'added', what, from: '', to: says });
    else if (was.says !== says) changes.push({ section, kind: 'changed', what, from: was.says, to: says });
  }
  for (const [what, { section, says }] of old) if (!fresh.has(what)) changes.push({ section, kind: 'removed', what, from: says, to: '' });
  return changes.sort((a, b) => a.section - b.section);
}

function meaningsOf(model: Model): ReadonlyMap<string, Meaning> {
  const found = new Map<string, Meaning>();
  const add = (section: number, what: string, says: string): void => {
    if (!found.has(what)) found.set(what, { section, what, says });
  };
  const row = rowReader(model);
  for (const scenario of model.scenarios)
    add(1, `the scenario “${scenario.title}”`, scenario.rows.map(({ span }) => row(span, 0)).join('; '));
  for (const screen of model.screens) {
    if (screen.assumed) continue;
    add(2, `the screen ${screen.name.text}`, row(screen.span, 1));
    for (const part of screen.parts) add(2, `on ${screen.name.text}: ${lineAt(model, part.span)}`, '');
  }
  for (const { name, fields, examples } of model.entities) {
    add(3, `the entity ${name.text}`, '');
    for (const field of fields) if (!field.builtIn) add(3, `the field ${name.text}.${field.name.text}`, row(field.span, 1));
    for (const example of examples) add(3, `the example ${example.name.text}`, row(example.span, 1));
  }
  for (const machine of model.machines) {
    for (const { name } of machine.states) add(4, `the state ${machine.entity}.${machine.field} ${name}`, '');
    for (const transition of machine.transitions) add(4, transitionWords(machine, transition), row(transition.span, 2));
  }
  for (const rule of [...model.rules, ...model.invariants]) add(5, `the rule “${rule.name.text}”`, row(rule.span, 1));
  for (const role of model.roles) add(6, `the role ${role.name.text}`, row(role.span, 1));
  for (const { lines } of matrixOf(model)) {
    for (const line of lines.flatMap((one) => [one, ...one.fields])) {
      const what = `${line.entity}${line.field === null ? '' : `.${line.field}`}: ${line.operation}`;
      // Without a row that grants it, access to an entity is refused anyway; only a field's own row
      // adds information.
      for (const { role, verdict } of line.cells)
        if (verdict.kind !== 'refused' || line.field !== null) add(6, `${role} may: ${what}`, verdictWords(verdict));
    }
  }
  if (model.sections[6]?.state !== 'assumed') for (const call of model.calls) add(7, `the call ${call.name.text}`, row(call.span, 1));
  for (const error of model.errors) add(8, `the error ${error.name.text}`, row(error.span, 1));
  for (const constant of model.constants) add(9, `the constant ${constant.name.text}`, row(constant.span, 1));
  return found;
}

function transitionWords(machine: Machine, row: Transition): string {
  const { from, any } = row;
  const start = any ? 'any' : from.map(({ text }) => text).join(', ') || 'the start';
  const title = machine.field === '' ? machine.entity : `${machine.entity}.${machine.field}`;
  return `the transition ${title}: ${triggerWords(row)} from ${start}`;
}

/** Returns a function that reads the cells of a fact's row from a column on, as written. */
function rowReader(model: Model): (span: Span, column: number) => string {
  const tables = model.tree.sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'table' ? [block] : [])));
  const rows = new Map(tables.flatMap((table) => table.rows.map((one) => [one.span.from, one] as const)));
  return ({ from }, column) =>
    (rows.get(from)?.cells ?? [])
      .slice(column)
      .map(({ text }) => text.trim())
      .filter((text) => text !== '')
      .join(' | ');
}

function lineAt(model: Model, { from }: Span): string {
  const { text } = model.tree;
  const end = text.indexOf('\n', from);
  return text
    .slice(from, end < 0 ? text.length : end)
    .replace(/^[-*+\s]+/, '')
    .trim();
}
