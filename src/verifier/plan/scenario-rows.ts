import { nobody } from '../../engine/world/world.ts';
import type { Step } from '../../expression/action.ts';
import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { type Json, toJson } from '../../expression/values/json.ts';
import { isRecord, isRecordList, type Value } from '../../expression/values/value.ts';
import type { Scenario, ScenarioRow } from '../../model/ast/people.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { playScenario, type ScenarioPlay } from '../../verify/scenarios.ts';
import { jsonOf, type Oracle } from '../answers/oracle.ts';

export interface RecordName {
  readonly entity: string;
  readonly id: string;
}

/** What a step of a scenario's row does, with the values that its expressions have there. */
export interface ScenarioStep {
  readonly step: Step;
  /** The entity that it is about. */
  readonly entity: string;
  /** The record that it is about; null if it creates one. */
  readonly target: RecordName | null;
  readonly values: ReadonlyMap<string, Json>;
  readonly records: ReadonlyMap<string, RecordName>;
}

/** Values that the document gives to one record, so that they fit together. */
export interface GivenRecord {
  readonly entity: string;
  readonly values: ReadonlyMap<string, Json>;
}

export interface PlayedRow {
  readonly row: ScenarioRow;
  readonly steps: readonly ScenarioStep[];
  /** How many milliseconds the row waits. */
  readonly waits: number;
  /** The records that are new after the row, in the order of their creation. */
  readonly created: readonly RecordName[];
}

export interface PlayedScenario {
  /** The records of the examples, by name. */
  readonly examples: ReadonlyMap<string, RecordName>;
  readonly rows: readonly PlayedRow[];
}

/** Plays the scenarios of section 1 to learn the values and records of their steps. */
export const played = (model: Model, now: number): readonly PlayedScenario[] =>
  model.scenarios.map((one) => playedScenario(model, one, now));

function playedScenario(model: Model, scenario: Scenario, now: number): PlayedScenario {
  const play = playScenario(model, scenario, createMemoryStore(model), null, now);
  try {
    const examples = new Map([...play.bound].flatMap(([name, value]) => (isRecord(value) ? [[name, nameOf(value)] as const] : [])));
    const known = new Set<string>();
    const newRecords = (): readonly RecordName[] =>
      model.entities.flatMap(({ name: { text: entity } }) =>
        play.product.store.query({ entity, conditions: [] }).flatMap(({ id }) => {
          const key = `${entity} ${id}`;
          if (known.has(key)) return [];
          known.add(key);
          return [{ entity, id: String(id) }];
        }),
      );
    newRecords();
    const rows = scenario.rows.map((row): PlayedRow => {
      const steps = row.do.steps.flatMap((step) => stepHere(play, row, step) ?? []);
      const before = play.platform.now();
      play.next();
      return { row, steps, waits: play.platform.now() - before, created: newRecords() };
    });
    return { examples, rows };
  } finally {
    play.close();
  }
}

const nameOf = ({ entity, id }: RecordName): RecordName => ({ entity, id });

/** The step with its values; null if it is of another kind, or they are not known yet. */
function stepHere(play: ScenarioPlay, { as }: ScenarioRow, step: Step): ScenarioStep | null {
  const account = as.kind === 'example' ? play.bound.get(as.name.text) : undefined;
  const world = play.product.world(isRecord(account) ? play.product.as(account.id) : nobody);
  const valueHere = (expression: Expression): Value | undefined => {
    if (expression.node === null) return undefined;
    try {
      return evaluateNode(expression.node, world.scope(null, new Map([...play.bound].map(([name, value]) => [name, world.here(value)]))));
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      // An earlier step of the row creates what the expression reads.
      return undefined;
    }
  };
  const values = new Map<string, Json>();
  const records = new Map<string, RecordName>();
  if ('with' in step && step.with?.node?.kind === 'map')
    for (const { key, value } of step.with.node.entries) {
      const name = key.kind === 'literal' ? String(key.value) : '';
      const given = valueHere({ ...step.with, node: value });
      if (isRecord(given)) records.set(name, nameOf(given));
      else if (given !== undefined && !isRecordList(given)) values.set(name, toJson(given));
    }
  if (step.kind === 'create') return { step, entity: step.entity.text, target: null, values, records };
  if (step.kind === 'add' || step.kind === 'remove') {
    const [of, member] = [valueHere(step.of), valueHere(step.member)];
    if (isRecord(member)) records.set('', nameOf(member));
    return isRecord(of) ? { step, entity: of.entity, target: nameOf(of), values, records } : null;
  }
  if (step.kind !== 'update' && step.kind !== 'delete' && step.kind !== 'event') return null;
  const target = valueHere(step.target);
  return isRecord(target) ? { step, entity: target.entity, target: nameOf(target), values, records } : null;
}

/** The values of the fields of each example, by its name. */
export const exampleValues = (oracle: Oracle): ReadonlyMap<string, GivenRecord> =>
  new Map(
    [...oracle.examples].map(([name, { entity, id }]) => {
      const fields = Object.entries(oracle.record(entity, id) ?? {});
      return [name, { entity, values: new Map(fields.map(([field, value]) => [field, jsonOf(value)])) }];
    }),
  );

/** The most values of a field that are kept. */
const mostGiven = 6;

const day = 86_400_000;

/**
 * The values that scenarios and examples give when so many milliseconds have passed, counted by the
 * day. `scenarios`: as they were played before.
 */
export function givenByDay(
  model: Model,
  now: () => number,
  scenarios: readonly PlayedScenario[],
  examples: readonly GivenRecord[],
): (passed: number) => ReadonlyMap<string, readonly Json[]> {
  const known = new Map([[0, givenValues(model, scenarios, examples)]]);
  return (passed) => {
    const days = Math.floor(passed / day);
    const found = known.get(days) ?? givenValues(model, played(model, now() + passed), examples);
    known.set(days, found);
    return found;
  };
}

/** The values that scenarios and examples give, by `Sale.day` or `Item.accept(low)`. */
function givenValues(
  model: Model,
  scenarios: readonly PlayedScenario[],
  examples: Iterable<GivenRecord>,
): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  const note = (key: string, value: Json): void => {
    const [entity = '', name = ''] = key.split('.');
    const type = fieldOf(model, entity, name)?.type;
    // The values of lines are those of their records.
    if (type?.kind === 'inverse' && Array.isArray(value))
      for (const line of value as readonly Json[])
        for (const [inner, one] of Object.entries(line ?? {})) note(`${type.entity.text}.${inner}`, one as Json);
    const known = found.get(key) ?? [];
    found.set(key, known);
    if (value !== null && known.length < mostGiven && !known.some((one) => JSON.stringify(one) === JSON.stringify(value)))
      known.push(value);
  };
  for (const { row, steps } of scenarios.flatMap(({ rows }) => rows))
    for (const { step, entity, values } of row.expect.kind === 'refused' ? [] : steps)
      for (const [name, value] of values)
        note(step.kind === 'event' ? `${entity}.${step.event.text}(${name})` : `${entity}.${name}`, value);
  for (const { entity, values } of examples) for (const [field, value] of values) note(`${entity}.${field}`, value);
  return found;
}
