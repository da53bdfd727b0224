import { type Action, expressionsOf, namedError, type Word } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { Type } from '../../expression/types/type.ts';
import { visit } from '../../expression/visit.ts';
import type { Kind } from '../ast/common.ts';
import type { Names } from './names.ts';
import type { Notes } from './notes.ts';

/** The part of `Reading` that this file needs. */
interface Noting {
  readonly names: Names;
  readonly notes: Notes;
  readonly declarations: { readonly account: string | null; fields(entity: string): ReadonlyMap<string, Type> };
}

/**
 * Records the declared names that an expression uses. Undeclared ones are already among its
 * problems.
 */
export function noteUses(reading: Noting, expression: Expression, section: number): void {
  if (expression.node === null) return;
  const note = (kind: Kind, text: string, from: number, within: string | null = null): void => {
    if (!reading.names.has(kind, text, within)) return;
    const span = { from: expression.at(from), to: expression.at(from + text.length - 1) + 1 };
    reading.notes.references.push({ kind, text, span, section, within, found: true, suggestions: [] });
  };
  visit(expression.node, (node) => {
    if (node.kind === 'name') noteName(node, note);
    else if (node.kind === 'select') {
      const { operand } = node;
      const entity = operand.type.kind === 'record' ? operand.type.entity : null;
      if (entity !== null) note('field', node.field, node.fieldFrom, entity);
    } else if (node.kind === 'call' && node.target === null) note('view', node.name, node.from);
    else if (node.kind === 'binary') noteStates(node.left, node.right, note);
  });
}

function noteName(node: Node & { kind: 'name' }, note: (kind: Kind, text: string, from: number, within?: string | null) => void): void {
  switch (node.resolution.kind) {
    case 'row-field':
    case 'self-field':
      note('field', node.name, node.from, node.resolution.entity);
      break;
    case 'constant':
    case 'entity':
    case 'view':
      note(node.resolution.kind, node.name, node.from);
      break;
    case 'bound':
      // In scenarios, the names of examples are bound variables.
      if (node.type.kind === 'record') note('example', node.name, node.from);
      break;
    default:
  }
}

/** The text in `status == "open"` and `status in ["open", "closed"]` names a state. */
function noteStates(left: Node, right: Node, note: (kind: Kind, text: string, from: number, within?: string | null) => void): void {
  for (const [typed, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (typed.type.kind !== 'state') continue;
    for (const node of other.kind === 'list' ? other.items : [other]) {
      if (node.kind === 'literal' && typeof node.value === 'string') note('state', node.value, node.from + 1, typed.type.entity);
    }
  }
}

/** Like `noteUses`, for the names in an action and its expressions. */
export function noteActionUses(reading: Noting, action: Action, section: number, self: string | null): void {
  const note = (kind: Kind, word: Word | null, within: string | null = null): void => {
    if (word === null || !reading.names.has(kind, word.text, within)) return;
    reading.notes.references.push({ kind, text: word.text, span: word.span, section, within, found: true, suggestions: [] });
  };
  for (const step of action.steps) {
    for (const expression of expressionsOf(step)) noteUses(reading, expression, section);
    note('error', namedError(step));
    switch (step.kind) {
      case 'create':
        note('entity', step.entity);
        noteKeys(reading, step.with, section, step.entity.text);
        break;
      case 'get':
        note('entity', step.entity);
        break;
      case 'update':
        noteKeys(reading, step.with, section, recordOf(step.target));
        break;
      case 'sign-in':
      case 'sign-up':
        noteKeys(reading, step.with, section, reading.declarations.account);
        break;
      case 'assign':
        if (self !== null) note('field', step.field, self);
        break;
      case 'list':
        note('entity', step.entity);
        for (const { field, value } of step.sort) if (value === null) note('field', field, step.entity.text);
        break;
      case 'event':
        note('event', step.event, step.target.type.kind === 'record' ? step.target.type.entity : null);
        break;
      case 'add':
      case 'remove':
        note('field', step.field, step.of.type.kind === 'record' ? step.of.type.entity : null);
        break;
      case 'send':
        note('service', step.service);
        if (self !== null) note('event', step.event, self);
        break;
      case 'mail':
        note('role', step.role);
        break;
      case 'answer':
        note('service', step.service);
        break;
      case 'open':
        note('screen', step.screen);
        break;
      case 'tell':
        note('message', step.message);
        break;
      default:
    }
  }
}

/**
 * Records the keys of `with {…}` that are fields of the record, and the states assigned to them.
 */
export function noteKeys(reading: Noting, values: Expression | null, section: number, entity: string | null): void {
  if (values?.node?.kind === 'map' && entity !== null) noteMapKeys(reading, values, values.node, section, entity);
}

function noteMapKeys(reading: Noting, values: Expression, map: Node & { kind: 'map' }, section: number, entity: string): void {
  const note = (kind: Kind, text: string, from: number, within: string): void => {
    if (!reading.names.has(kind, text, within)) return;
    const span = { from: values.at(from), to: values.at(from + text.length - 1) + 1 };
    reading.notes.references.push({ kind, text, span, section, within, found: true, suggestions: [] });
  };
  for (const { key, value } of map.entries) {
    if (key.kind !== 'literal' || typeof key.value !== 'string') continue;
    // Skips the opening quote.
    note('field', key.value, key.from + 1, entity);
    const type = reading.declarations.fields(entity).get(key.value);
    if (type?.kind === 'list' && type.of.kind === 'record' && value.kind === 'list') {
      for (const item of value.items) if (item.kind === 'map') noteMapKeys(reading, values, item, section, type.of.entity);
    }
    if (type?.kind !== 'state') continue;
    visit(value, (one) => {
      if (one.kind === 'literal' && typeof one.value === 'string') note('state', one.value, one.from + 1, type.entity);
    });
  }
}

/** The entity of a record or of a list of records: an action runs for each record of a list. */
function recordOf({ type }: Expression): string | null {
  const element = type.kind === 'list' ? type.of : type;
  return element.kind === 'record' ? element.entity : null;
}
