import { fieldsRead, nodesOf } from '../../explorer/document/readers.ts';
import { expressionsOf } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Call } from '../../model/ast/calls.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Planned } from './planned.ts';
import { amongOf, belongingTo, dependentsOf } from './signature.ts';
import { type Made, type PlanParts, reachingCalls, recordOf, rowsOf } from './situations.ts';
import { statesOf } from './world-shape.ts';

/** Describes the records around the target of a request that it may read or change. */
export class RelatedRecords {
  /** Calls that change more than their own record. */
  readonly reaching: ReadonlySet<Call>;
  /** Calls with a guard that reads a list of records that belong to the target. */
  readonly #guarded: ReadonlySet<Call>;
  /** Calls with a guard or an effect that reads such a list. */
  readonly #looking: ReadonlySet<Call>;
  /** The fields that the effects of each call empty. */
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

  /** For an accepted request: what else it may change, intentionally or by mistake. */
  of(parts: PlanParts, planned: Planned, made: Made): string {
    const dependents = this.reaching.has(planned.call) ? dependentsOf(parts, planned, made) : '';
    return [amongOf(parts, planned, made), dependents, this.refused(parts, planned, made), ...this.#held(parts, planned, made)].join(' ');
  }

  /** For a request that may be refused: the states of the records that its guard reads. */
  refused(parts: PlanParts, planned: Planned, made: Made): string {
    return this.#guarded.has(planned.call) ? this.inLists(parts, planned, made) : '';
  }

  /** The states of the records that guards and effects read, including one list further. */
  inLists(parts: PlanParts, planned: Planned, made: Made): string {
    if (!this.#looking.has(planned.call)) return '';
    const { model, oracle } = parts;
    const about = [...planned.handles.values()].flatMap((handle) => recordOf(parts, made, handle) ?? []);
    const near = about.flatMap((one) => belongingTo(parts, one, made));
    const all = [...near, ...near.flatMap((one) => belongingTo(parts, one, made))];
    return [...new Set(all.map(({ entity, id }) => `${entity} ${statesOf(model, oracle, entity, id)}`))].sort().join();
  }

  /** Fields that the request empties and that have a value. */
  #held(parts: PlanParts, { call, handles }: Planned, made: Made): readonly string[] {
    const about = [...handles.values()].flatMap((handle) => recordOf(parts, made, handle) ?? []);
    return (this.#emptied.get(call) ?? []).flatMap(([entity, field]) =>
      about.some((one) => one.entity === entity && (parts.oracle.record(entity, one.id)?.[field] ?? null) !== null) ? [field] : [],
    );
  }
}
