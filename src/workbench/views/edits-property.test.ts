import fc from 'fast-check';
import { expect, test } from 'vitest';
import booking from '../../../specs/booking.md?raw';
import bookshop from '../../../specs/bookshop.md?raw';
import clinic from '../../../specs/clinic.md?raw';
import inventory from '../../../specs/inventory.md?raw';
import invoicing from '../../../specs/invoicing.md?raw';
import school from '../../../specs/school.md?raw';
import unidentified from '../../../specs/unidentified.txt?raw';
import conduit from '../../../testing/documents/conduit.md?raw';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { rounds } from '../../../testing/rounds.ts';
import gallery from '../../../tests/samples/gallery.md?raw';
import rent from '../../../tests/samples/rent.md?raw';
import studio from '../../../tests/samples/studio.md?raw';
import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import { Checker } from '../../check/check.ts';
import { valuesOf } from '../../language/value-tables.ts';
import type { Model } from '../../model/model.ts';
import { ModelReader } from '../../model/model-reader.ts';
import { toPath } from '../../model/reading/cell-forms.ts';
import { type Condition, comparisonsFor, fieldAt, type Place, pathsFor, valuesFor } from './conditions/condition.ts';
import { addChosen, addEntity, addRelation, relatedEntity } from './entities/entity-edits.ts';
import { galleryTypes } from './entities/type-gallery.tsx';
import { setValueLook } from './entities/value-edits.ts';
import { matrixOf } from './permissions/matrix.ts';
import { addFieldRow, addPermission, changeOperation, type Grant, grantAll } from './permissions/permission-edits.ts';
import { addRule, entitiesWith, fieldsFor, galleryRules, type NewRule, placeOf, startRule, timesFor } from './rules/rule-gallery.ts';
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
  wherePlace,
  whyNot,
  withEntity,
} from './screens/part-gallery.ts';
import { addLink, addScreen } from './screens/screen-edits.ts';
import { isWritten } from './screens/written.ts';
import { addTransition, beginMachine, reattach, removeSourceState, setFinal } from './states/machine-edits.ts';
import {
  asksFor,
  placeOf as guardPlace,
  momentsOf,
  type NewTransition,
  startTransition,
  transitionTiles,
  writeTransition,
} from './states/transition-gallery.ts';

const documents = { booking, conduit, helpdesk, inventory, school, unidentified };

/** Chooses items with the numbers that fast-check generates. */
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

/** Returns a condition as the editor offers it: any field, comparison and suggested value. */
function conditionOf(place: Place | null, choose: Chooser): readonly Condition[] {
  const path = place === null ? undefined : choose.of(pathsFor(place));
  const field = place === null || path === undefined ? null : fieldAt(place, path);
  const comparison = place === null || field === null ? undefined : choose.of(comparisonsFor(place, field));
  if (place === null || path === undefined || comparison === undefined) return [];
  return [{ path, comparison, value: choose.of(valuesFor(place, path, comparison)) ?? 'some words' }];
}

const grants: readonly Grant[] = [{ kind: 'yes' }, { kind: 'no' }, { kind: 'when', condition: 'createdBy == me' }];
const fresh = (taken: readonly string[], names: readonly string[]): readonly string[] => names.filter((name) => !taken.includes(name));

/**
 * The edits that the views of the nine sections offer; null if the document has no place for one.
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
  writeTransition(model, choose) {
    const machine = choose.of(model.machines);
    if (machine === undefined) return null;
    const states = machine.states.filter(({ final }) => !final).map(({ name }) => name);
    const form = choose.of(transitionTiles(model, machine).filter(({ why }) => why === null))?.key as NewTransition['form'];
    const ask = choose.of(asksFor(model, machine));
    const role = choose.of(model.roles)?.name.text;
    const row: NewTransition = {
      ...startTransition(model, machine, choose.of([...states, 'any']) ?? 'any', choose.of(['', ...states, 'waiting for parts']) ?? ''),
      form,
      event: choose.of(['hand back', 'put aside']) ?? '',
      asks: ask === undefined ? [] : [ask],
      roles: role === undefined || form === 'delete' ? [] : [role],
      length: choose.of(form === 'at' ? ['', '2 days'] : ['45 minutes', '1 week']) ?? '',
      side: choose.of(['before', 'after'] as const) ?? 'after',
      field: choose.of(momentsOf(model, machine)) ?? '',
      rhythm: choose.of(['day', 'weekday', 'sunday', 'month'] as const) ?? 'day',
      guard: conditionOf(guardPlace(model, machine, form), choose),
      isFinal: true,
    };
    const ready = writeTransition(model, machine, row);
    if (ready.wrong !== undefined) throw new Error(`${JSON.stringify(row)}: ${ready.wrong}`);
    return ready.edits;
  },
  addRule(model, choose) {
    const form = choose.of(galleryRules)?.form ?? 'compare';
    const entity = choose.of(entitiesWith(model, form));
    if (entity === undefined) return null;
    const place = placeOf(model, entity, form);
    const start = startRule(model, form, entity);
    const field = choose.of(fieldsFor(entity, form));
    const must = form === 'ends' ? [] : conditionOf(place, choose);
    const rule: NewRule = {
      ...start,
      must: start.must.length === 0 || must.length === 0 ? start.must : must,
      when: start.when.length === 0 ? [] : conditionOf(place, choose),
      fields: start.fields.length === 0 || field === undefined ? start.fields : [field],
      on: form === 'count' || form === 'fixed' ? start.on : (choose.of(timesFor(model, entity))?.value ?? ''),
    };
    const ready = addRule(model, rule);
    if (ready.wrong !== undefined) throw new Error(`${form} of ${entity.name.text}: ${ready.wrong}`);
    return ready.edits;
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
    return row === undefined || state === undefined ? null : removeSourceState(model, row, state.text);
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
    const row = line.cells.find((cell) => cell.role === role)?.sources[0]?.row;
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
      // The panel refuses a form that lacks a required field.
      names: first === undefined || part.lists === 'inputs' ? names : [first, ...names.filter((name) => name !== first).slice(0, 3)],
      options: optionsFor(entity, part),
    };
    return addPart(model, screen, { ...given, where: conditionOf(wherePlace(model, given), choose) });
  },
  addField(model, choose) {
    const entity = choose.of(model.entities);
    const type = choose.of(galleryTypes(model))?.type;
    const name = choose.of(fresh(entity?.fields.map((field) => field.name.text) ?? [], ['weight', 'note', 'extra']));
    const meaning = choose.of(['parts', 'shared'] as const);
    if (entity === undefined || type === undefined || name === undefined || meaning === undefined) return null;
    if (type === 'state' && entity.fields.some((field) => field.type.kind === 'state')) return null;
    const related = relatedEntity(model, type);
    const back = related !== null && !related.many && !related.entity.byName.has('others') ? 'others' : '';
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

/**
 * Valid choices that contradict the rest of the document; the galleries report these before they
 * write.
 */
const contradictions: readonly string[] = ['example-breaks-rule', 'default-breaks-rule', 'never-holds', 'rules-contradict'];

/** Reads and checks versions of one document as the workbench does: what an edit has changed. */
function versionsOf() {
  const [reader, checker] = [new ModelReader(), new Checker()];
  return (text: string): { readonly model: Model; readonly errors: readonly string[] } => {
    const model = reader.read(text);
    const findings = checker.check(model).filter(({ severity, code }) => severity === 'error' && !contradictions.includes(code));
    return { model, errors: findings.map(({ message }) => message) };
  };
}

test.each(Object.entries({ booking, helpdesk }))(
  '%s: each part of the gallery brings no error and is read as that part',
  (_, text) => {
    const read = versionsOf();
    const { model, errors: before } = read(text);
    const written = model.screens.filter((one) => isWritten(model, one));
    for (const screen of new Set([written.find(({ about }) => about !== null), written.find(({ about }) => about === null)])) {
      if (screen === undefined) continue;
      for (const part of galleryParts) {
        if (whyNot(model, screen, part) !== null) continue;
        const start = startOf(model, screen, part);
        const given = { ...start, options: optionsFor(start.entity, part) };
        const { model: after, errors } = read(applyEdits(text, addPart(model, screen, given)));
        const parts = after.screens.find(({ name }) => name.text === screen.name.text)?.parts ?? [];
        const said = `${screen.name.text}: ${linesOf(model, given).join(' / ')}`;
        expect(parts.length, said).toBe(screen.parts.length + 1);
        expect(after.misreads.length, said).toBe(model.misreads.length);
        expect(
          errors.filter((message) => !before.includes(message)),
          said,
        ).toEqual([]);
      }
    }
  },
  60_000,
);

const many = { ...documents, bookshop, clinic, invoicing, gallery, rent, studio };

/** Read once for all galleries. */
const known = new Map(
  Object.entries(many).map(([name, text]) => {
    const read = versionsOf();
    const { model, errors: before } = read(text);
    return [name, { text, read, model, before }];
  }),
);

test.each(['writeTransition', 'addRule', 'addPart'])(
  '%s: every choice from the lists of a gallery, in any document, is read back and causes no error',
  (kind) => {
    const names = fc.constantFrom(...known.keys());
    fc.assert(
      fc.property(names, fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }), (name, numbers) => {
        const { text, read, model, before } = known.get(name) ?? expect.unreachable(name);
        const edits = viewEdits[kind]?.(model, new Chooser(numbers)) ?? null;
        if (edits === null) return;
        const { model: after, errors } = read(applyEdits(text, edits));
        const rows = (one: Model): number =>
          one.rules.length +
          one.invariants.length +
          one.machines.reduce((sum, { transitions }) => sum + transitions.length, 0) +
          one.screens.filter((screen) => isWritten(one, screen)).reduce((sum, { parts }) => sum + parts.length, 0);
        expect(rows(after)).toBe(rows(model) + 1);
        expect(after.misreads.map(({ message }) => message)).toEqual(model.misreads.map(({ message }) => message));
        expect(errors.filter((message) => !before.includes(message))).toEqual([]);
      }),
      { numRuns: rounds(16) },
    );
  },
  120_000,
);

test('any sequence of edits in the views causes no errors in the document', () => {
  const step = fc.record({
    kind: fc.constantFrom(...Object.keys(viewEdits)),
    numbers: fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(documents) as (keyof typeof documents)[])),
      fc.array(step, { minLength: 1, maxLength: 4 }),
      (name, steps) => {
        const read = versionsOf();
        let text: string = documents[name];
        let { model, errors: before } = read(text);
        for (const { kind, numbers } of steps) {
          const edits = viewEdits[kind]?.(model, new Chooser(numbers)) ?? [];
          const next = applyEdits(text, edits);
          const { model: changed, errors: after } = read(next);
          // Dragging away the last row of a state deletes the state, even if it is still mentioned
          // elsewhere.
          const states = statesOf(changed);
          if (!statesOf(model).every((state) => states.includes(state))) continue;
          text = next;
          model = changed;
          const come = after.filter((message) => !before.includes(message));
          expect(after.length > before.length ? come.map((message) => `${kind}: ${message}`) : []).toEqual([]);
          before = after;
        }
      },
    ),
    { numRuns: rounds(16) },
  );
}, 60_000);
