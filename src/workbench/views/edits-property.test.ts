import fc from 'fast-check';
import { expect, test } from 'vitest';
import booking from '../../../specs/booking.md?raw';
import inventory from '../../../specs/inventory.md?raw';
import school from '../../../specs/school.md?raw';
import unidentified from '../../../specs/unidentified.txt?raw';
import conduit from '../../../testing/documents/conduit.md?raw';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import { checkModel } from '../../check/check.ts';
import { valuesOf } from '../../language/value-tables.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { toPath } from '../../model/reading/cell-forms.ts';
import { addChosen, addEntity, addRelation, ledTo } from './entities/entity-edits.ts';
import { galleryTypes } from './entities/type-gallery.tsx';
import { setValueLook } from './entities/value-edits.ts';
import { matrixOf } from './permissions/matrix.ts';
import { addFieldRow, addPermission, changeOperation, type Grant, grantAll } from './permissions/permission-edits.ts';
import {
  addPart,
  entitiesFor,
  fieldsBy,
  galleryParts,
  linesOf,
  type NewPart,
  namesFor,
  optionsFor,
  startOf,
  whyNot,
  withEntity,
} from './screens/part-gallery.ts';
import { addLink, addScreen } from './screens/screen-edits.ts';
import { isWritten } from './screens/written.ts';
import { addTransition, beginMachine, leaveOut, reattach, setFinal } from './states/machine-edits.ts';

const documents = { booking, conduit, helpdesk, inventory, school, unidentified };

/** Chooses from what a document holds, by the numbers that fast-check gives. */
class Chooser {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  of<T>(all: readonly T[]): T | undefined {
    return all[(this.#numbers[this.#next++ % this.#numbers.length] ?? 0) % Math.max(all.length, 1)];
  }
}

const grants: readonly Grant[] = [{ kind: 'yes' }, { kind: 'no' }, { kind: 'when', condition: 'createdBy == me' }];
const fresh = (taken: readonly string[], names: readonly string[]): readonly string[] => names.filter((name) => !taken.includes(name));

/**
 * What a person can do in the views of the nine sections; null where the document has no place for
 * it.
 */
const viewEdits: Readonly<Record<string, (model: Model, choose: Chooser) => readonly TextEdit[] | null>> = {
  addTransition(model, choose) {
    const machine = choose.of(model.machines);
    if (machine === undefined) return null;
    const states = machine.states.filter(({ final }) => !final).map(({ name }) => name);
    const events = machine.transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : []));
    const event = choose.of(fresh(events, ['escalate', 'move to waiting for parts', 'decide when ready', 'give back']));
    const from = choose.of([...states, 'any']);
    const to = choose.of(['', ...machine.states.map(({ name }) => name), 'waiting for parts']);
    return event === undefined || from === undefined || to === undefined
      ? null
      : addTransition(model, machine, { from, event, to, roles: '' });
  },
  beginMachine(model, choose) {
    const bare = model.entities.flatMap((entity) =>
      entity.fields
        .filter(
          ({ type, name }) =>
            type.kind === 'state' && !model.machines.some((one) => one.entity === entity.name.text && one.field === name.text),
        )
        .map(({ name }) => [entity.name.text, name.text] as const),
    );
    const place = choose.of(bare);
    return place === undefined ? null : beginMachine(model, place[0], place[1], 'waiting for parts');
  },
  setFinal(model, choose) {
    const machine = choose.of(model.machines);
    const state = choose.of(machine?.states ?? []);
    return machine === undefined || state === undefined ? null : setFinal(model, machine, state.name, !state.final);
  },
  leaveOut(model, choose) {
    const row = choose.of(model.machines.flatMap(({ transitions }) => transitions.filter(({ from }) => from.length > 1)));
    const state = choose.of(row?.from ?? []);
    return row === undefined || state === undefined ? null : leaveOut(model, row, state.text);
  },
  reattach(model, choose) {
    const machine = choose.of(model.machines);
    const row = choose.of(machine?.transitions ?? []);
    const source = choose.of(row?.from ?? []);
    const state = choose.of(machine?.states ?? []);
    const end = choose.of(['source', 'target'] as const);
    if (row === undefined || source === undefined || state === undefined || end === undefined) return null;
    return reattach(model, row, source.text, end, state.name);
  },
  permission(model, choose) {
    const lines = matrixOf(model).flatMap(({ lines: all }) => all.flatMap((line) => [line, ...line.fields]));
    const line = choose.of(lines);
    const role = choose.of(model.roles)?.name.text;
    const grant = choose.of(grants);
    if (line === undefined || role === undefined || grant === undefined) return null;
    const row = line.cells.find((cell) => cell.role === role)?.says[0]?.row;
    return row === undefined ? addPermission(model, line, role, grant) : changeOperation(model, row, line.operation, role, grant);
  },
  fieldPermission(model, choose) {
    const line = choose.of(matrixOf(model).flatMap(({ lines }) => lines.filter(({ operation }) => operation === 'update')));
    const entity = model.entities.find(({ name }) => name.text === line?.entity);
    const field = choose.of(entity?.fields.filter(({ settable }) => settable) ?? []);
    return line === undefined || field === undefined ? null : addFieldRow(model, line, field.name.text);
  },
  valueLook(model, choose) {
    const field = choose.of(model.entities.flatMap(({ fields }) => fields.filter((one) => valuesOf(one).length > 0)));
    const value = choose.of(field === undefined ? [] : valuesOf(field));
    const [column, words] =
      choose.of([
        ['Label', 'Can wait'],
        ['Colour', 'info'],
      ] as const) ?? [];
    if (field === undefined || value === undefined || column === undefined || words === undefined) return null;
    return setValueLook(model, field, value, column, words);
  },
  addScreen(model, choose) {
    const name = choose.of(
      fresh(
        model.screens.map((screen) => screen.name.text),
        ['Parts for sale', 'Shown when ready', 'List of lists'],
      ),
    );
    const about = choose.of(model.entities)?.name.text;
    return name === undefined || about === undefined ? null : addScreen(model, { name, route: `/${toPath(name)}/:id`, about, roles: '' });
  },
  addLink(model, choose) {
    const [from, to] = [choose.of(model.screens), choose.of(model.screens)];
    return from === undefined || to === undefined ? null : addLink(model, from, to, 'More for you');
  },
  grantAll(model, choose) {
    const matrix = choose.of(matrixOf(model));
    const [line, role] = [choose.of(matrix?.lines ?? []), choose.of(model.roles)?.name.text];
    const grant = choose.of([{ kind: 'yes' }, { kind: 'no' }] as const);
    if (matrix === undefined || line === undefined || role === undefined || grant === undefined) return null;
    const row = line.cells.map((cell) => ({ id: line.id, role: cell.role }));
    const column = matrix.lines.map(({ id }) => ({ id, role }));
    return grantAll(model, choose.of([row, column]) ?? row, grant);
  },
  addPart(model, choose) {
    const screen = choose.of(model.screens.filter((one) => isWritten(model, one)));
    const part = screen && choose.of(galleryParts.filter((one) => whyNot(model, screen, one) === null));
    if (screen === undefined || part === undefined) return null;
    const start = startOf(model, screen, part);
    const entity = start.entity === null ? null : (choose.of(entitiesFor(model, screen, part)) ?? null);
    const names = namesFor(model, entity, part);
    const first = choose.of(names);
    const given: NewPart = {
      ...withEntity(model, start, entity),
      by: choose.of(fieldsBy(entity, part)) ?? null,
      names: first === undefined ? [] : [first, ...names.filter((name) => name !== first).slice(0, 3)],
      options: optionsFor(entity, part),
    };
    return addPart(model, screen, given);
  },
  addField(model, choose) {
    const entity = choose.of(model.entities);
    const type = choose.of(galleryTypes(model))?.type;
    const name = choose.of(fresh(entity?.fields.map((field) => field.name.text) ?? [], ['weight', 'note', 'extra']));
    const meaning = choose.of(['parts', 'shared'] as const);
    if (entity === undefined || type === undefined || name === undefined || meaning === undefined) return null;
    if (type === 'state' && entity.fields.some((field) => field.type.kind === 'state')) return null;
    const led = ledTo(model, type);
    const back = led !== null && !led.many && !led.entity.byName.has('others') ? 'others' : '';
    return addChosen(model, entity, { name, type, required: false, meaning, back });
  },
  addEntity: (model, choose) => {
    const name = choose.of(
      fresh(
        model.entities.map((entity) => entity.name.text),
        ['OrderLine', 'Invoice'],
      ),
    );
    return name === undefined ? null : addEntity(model, name);
  },
  addRelation(model, choose) {
    const [entity, to] = [choose.of(model.entities), choose.of(model.entities)];
    const onDelete = choose.of(['restrict', 'cascade', 'clear'] as const);
    const many = choose.of([true, false]);
    if (entity === undefined || to === undefined || onDelete === undefined || many === undefined) return null;
    const taken = [...entity.fields, ...to.fields].map(({ name }) => name.text);
    if (taken.includes('partner') || taken.includes('partners')) return null;
    return addRelation(model, entity, { name: 'partner', to: to.name.text, many, required: false, onDelete, back: many ? '' : 'partners' });
  },
};

const statesOf = ({ machines }: Model): string[] =>
  machines.flatMap((machine) => machine.states.map(({ name }) => `${machine.entity} ${name}`));

const errorsOf = (text: string): string[] =>
  checkModel(readModel(text))
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

test.each(Object.entries({ booking, helpdesk }))(
  '%s: each part of the gallery brings no error and is read as that part',
  (_, text) => {
    const model = readModel(text);
    const before = errorsOf(text);
    const written = model.screens.filter((one) => isWritten(model, one));
    for (const screen of new Set([written.find(({ about }) => about !== null), written.find(({ about }) => about === null)])) {
      if (screen === undefined) continue;
      for (const part of galleryParts) {
        if (whyNot(model, screen, part) !== null) continue;
        const start = startOf(model, screen, part);
        const given = { ...start, options: optionsFor(start.entity, part) };
        const after = applyEdits(text, addPart(model, screen, given));
        const parts = readModel(after).screens.find(({ name }) => name.text === screen.name.text)?.parts ?? [];
        const said = `${screen.name.text}: ${linesOf(given).join(' / ')}`;
        expect(parts.length, said).toBe(screen.parts.length + 1);
        expect(readModel(after).misreads.length, said).toBe(model.misreads.length);
        expect(
          errorsOf(after).filter((message) => !before.includes(message)),
          said,
        ).toEqual([]);
      }
    }
  },
  60_000,
);

test('whatever a person does in the views, one edit after the other: the document gets no error', () => {
  const step = fc.record({
    kind: fc.constantFrom(...Object.keys(viewEdits)),
    numbers: fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(documents) as (keyof typeof documents)[])),
      fc.array(step, { minLength: 1, maxLength: 4 }),
      (name, steps) => {
        let text: string = documents[name];
        let before = errorsOf(text);
        for (const { kind, numbers } of steps) {
          const model = readModel(text);
          const next = applyEdits(text, viewEdits[kind]?.(model, new Chooser(numbers)) ?? []);
          // A drag that takes away the last row of a state deletes the state, where it is still
          // named.
          const states = statesOf(readModel(next));
          if (!statesOf(model).every((state) => states.includes(state))) continue;
          text = next;
          const after = errorsOf(text);
          const come = after.filter((message) => !before.includes(message));
          expect(after.length > before.length ? come.map((message) => `${kind}: ${message}`) : []).toEqual([]);
          before = after;
        }
      },
    ),
    { numRuns: Number(process.env['EDIT_RUNS'] ?? 25) },
  );
}, 60_000);
