import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { StoredRecord } from '../../store/store.ts';
import { fieldRead, fieldsRead, nodesOf, type Reader } from './readers.ts';

/** Fields that decide something although no expression names them. */
export function readWithoutExpression(model: Model): readonly string[] {
  const { account } = model;
  const isAccount = (entity: string): boolean => entity === account?.entity.text;
  const eventsChangePeople = model.machines.some(
    ({ entity, transitions }) =>
      isAccount(entity) || transitions.some(({ effect }) => effect?.steps.some(({ kind }) => kind === 'update') === true),
  );
  return [
    ...model.rules.flatMap(({ must, entity: { text: entity } }) => {
      const names = must.kind === 'unique' ? must.fields : must.kind === 'no-overlap' ? [must.start, must.end, ...must.per] : [];
      // People keep what they sign in with, so that these values differ is all that counts.
      const lasts = !eventsChangePeople && isAccount(entity) && names.every(({ text }) => signsIn(model, text));
      if (must.kind === 'unique' && must.where === null && lasts) return [];
      return names.map(({ text }) => `${entity}.${text}`);
    }),
    ...model.machines.flatMap(({ entity, field, transitions }) => [
      ...(field === '' ? [] : [`${entity}.${field}`]),
      ...transitions.flatMap(({ trigger }) => (trigger.kind === 'changed' ? trigger.fields.map(({ text }) => `${entity}.${text}`) : [])),
    ]),
    ...model.entities.flatMap(({ name, fields }) =>
      fields.flatMap((field) =>
        field.computed === null && field.type.kind === 'relation' && !isAccount(field.type.entity.text)
          ? [`${name.text}.${field.name.text}`]
          : [],
      ),
    ),
  ];
}

const signsIn = ({ account }: Model, field: string): boolean => account?.signInWith.some(({ text }) => text === field) === true;

/** Whether a rule reads nothing but the one field that it is about. */
export const readsItself = (reader: Reader, read: ReadonlySet<string>): boolean =>
  reader.kind === 'rule' && reader.always !== null && read.size === 1 && !readsMore(reader.expression);

/**
 * Whether the reader reads a field only in the step that writes it (in the field's own rule, or
 * while the record is created), so that the stored value decides nothing there.
 */
export function readsWhatIsWritten(model: Model, reader: Reader, nodes: readonly Node[], path: string): boolean {
  const [entity = '', name = ''] = path.split('.');
  const field = fieldOf(model, entity, name);
  if (field === undefined || field.unique || field.type.kind === 'members' || field.type.kind === 'serial') return false;
  return readsOnlySelf(nodes, entity) && (reader.atCreation === entity || readsItself(reader, fieldsRead(model, nodes)));
}

/** Whether the expression reads fields of one record of the entity: the one that it is about. */
const readsOnlySelf = (nodes: readonly Node[], entity: string): boolean =>
  nodes.every((node) => (node.kind === 'name' && node.resolution.kind === 'self-field') || fieldRead(node)?.entity !== entity);

/** Whether an expression reads more than its own record. */
export const readsMore = ({ reads }: Expression): boolean => reads.me || reads.now || reads.entities.length > 0 || reads.old.length > 0;

/**
 * Finds fields that are dead in some states: a field that only the rows of its own entity's states
 * read decides nothing in a state from which none of these rows can be reached.
 */
export function deadFields(model: Model, readers: readonly Reader[]): (entity: string, field: string, record: StoredRecord) => boolean {
  const rowsReading = new Map<string, Set<number> | null>();
  const machineOf = (entity: string) => {
    const found = model.machines.filter((machine) => machine.entity === entity);
    return found.length === 1 ? found[0] : undefined;
  };
  for (const reader of readers) {
    const nodes = nodesOf(model, reader.expression);
    for (const path of fieldsRead(model, nodes)) {
      if (readsWhatIsWritten(model, reader, nodes, path)) continue;
      const [entity = ''] = path.split('.');
      const machine = machineOf(entity);
      const local =
        (reader.kind === 'guard' || reader.kind === 'effect' || reader.kind === 'timer') &&
        readsOnlySelf(nodes, entity) &&
        machine?.transitions.some(({ span }) => span === reader.row) === true;
      const known = rowsReading.get(path);
      if (!local) rowsReading.set(path, null);
      else if (known !== null) rowsReading.set(path, (known ?? new Set()).add(reader.row.from));
    }
  }
  const dead = new Map<string, { readonly field: string; readonly states: ReadonlySet<string> }>();
  for (const [path, rows] of rowsReading) {
    const [entity = '', field = ''] = path.split('.');
    const machine = machineOf(entity);
    if (rows === null || machine === undefined || field === machine.field || isTrigger(machine, field)) continue;
    const live = new Set<string>();
    const wake = (row: Transition): void => {
      for (const { name } of machine.states) if (row.any || row.from.some(({ text }) => text === name)) live.add(name);
    };
    for (const row of machine.transitions) if (rows.has(row.span.from)) wake(row);
    // Iteration also visits states that are added to the set during the loop.
    for (const state of live) for (const row of machine.transitions) if (row.to?.text === state) wake(row);
    dead.set(path, { field: machine.field, states: new Set(machine.states.map(({ name }) => name).filter((name) => !live.has(name))) });
  }
  return (entity, field, record) => {
    const found = dead.get(`${entity}.${field}`);
    const state = found === undefined ? null : record[found.field];
    return typeof state === 'string' && found?.states.has(state) === true;
  };
}

const isTrigger = ({ transitions }: Machine, field: string): boolean =>
  transitions.some(({ trigger }) => trigger.kind === 'changed' && trigger.fields.some(({ text }) => text === field));
