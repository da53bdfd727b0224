import { fieldsRead, nodesOf } from '../explorer/readers.ts';
import { expressionsOf } from '../expression/action.ts';
import type { Expression } from '../expression/expression.ts';
import type { Call } from '../model/ast/calls.ts';
import { fieldOf } from '../model/lookup.ts';
import type { Planned } from './planned.ts';
import { amongOf, belongingTo, dependentsOf } from './signature.ts';
import { type Made, type PlanParts, reachingCalls, recordOf, rowsOf } from './situations.ts';
import { statesOf } from './world-shape.ts';

/** What there is beside a record that a request is about, as far as the request may look at it. */
export class Around {
  /** Calls whose effects change records that were there before. */
  readonly reaching: ReadonlySet<Call>;
  /** Calls with a guard that looks through the records that belong to one. */
  readonly #guarded: ReadonlySet<Call>;
  /** Calls whose guards or effects look through the records that belong to one. */
  readonly #looking: ReadonlySet<Call>;
  /** By call: the fields that its effects empty. */
  readonly #emptied: ReadonlyMap<Call, readonly (readonly [entity: string, field: string])[]>;

  constructor({ model }: Pick<PlanParts, 'model'>) {
    this.reaching = reachingCalls(model);
    const isList = (field: string): boolean => {
      const [entity = '', name = ''] = field.split('.');
      return fieldOf(model, entity, name)?.type.kind === 'inverse';
    };
    const looks = (expressions: readonly Expression[]): boolean =>
      expressions.some((expression) => [...fieldsRead(model, nodesOf(model, expression))].some(isList));
    const rows = model.calls.map((call) => [call, rowsOf(model, call)] as const);
    const guarded = rows.filter(([, all]) => looks(all.flatMap(({ guard }) => guard ?? [])));
    const effective = rows.filter(([, all]) => looks(all.flatMap(({ effect }) => (effect?.steps ?? []).flatMap(expressionsOf))));
    this.#guarded = new Set(guarded.map(([call]) => call));
    this.#looking = new Set([...guarded, ...effective].map(([call]) => call));
    this.#emptied = new Map(
      model.calls.map((call) => [
        call,
        rowsOf(model, call).flatMap(({ entity, effect }) =>
          (effect?.steps ?? []).flatMap((step): (readonly [string, string])[] =>
            step.kind === 'assign' && step.value.node?.kind === 'literal' && step.value.node.value === null
              ? [[entity, step.field.text]]
              : [],
          ),
        ),
      ]),
    );
  }

  /** Where a request is accepted: what else it may change, or change by mistake. */
  of(parts: PlanParts, planned: Planned, made: Made): string {
    const dependents = this.reaching.has(planned.call) ? dependentsOf(parts, planned, made) : '';
    return [amongOf(parts, planned, made), dependents, this.refused(parts, planned, made), ...this.#held(parts, planned, made)].join(' ');
  }

  /** Where it may be refused: the states of what its guard looks through. */
  refused(parts: PlanParts, planned: Planned, made: Made): string {
    return this.#guarded.has(planned.call) ? this.inLists(parts, planned, made) : '';
  }

  /** The states of what its guards and effects look through, also one list further. */
  inLists(parts: PlanParts, planned: Planned, made: Made): string {
    if (!this.#looking.has(planned.call)) return '';
    const { model, oracle } = parts;
    const about = [...planned.handles.values()].flatMap((handle) => recordOf(parts, made, handle) ?? []);
    const near = about.flatMap((one) => belongingTo(parts, one, made));
    const all = [...near, ...near.flatMap((one) => belongingTo(parts, one, made))];
    return [...new Set(all.map(({ entity, id }) => `${entity} ${statesOf(model, oracle, entity, id)}`))].sort().join();
  }

  /** Fields that it empties, and that hold something. */
  #held(parts: PlanParts, { call, handles }: Planned, made: Made): readonly string[] {
    const about = [...handles.values()].flatMap((handle) => recordOf(parts, made, handle) ?? []);
    return (this.#emptied.get(call) ?? []).flatMap(([entity, field]) =>
      about.some((one) => one.entity === entity && (parts.oracle.record(entity, one.id)?.[field] ?? null) !== null) ? [field] : [],
    );
  }
}
