import { expressionsOf } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Entity } from '../../model/ast/entities.ts';
import type { Part, Screen } from '../../model/ast/screens.ts';
import type { Machine } from '../../model/ast/states.ts';
import { machinesOf, partsIn } from '../../model/lookup.ts';
import type { Model, PlacedAction, PlacedExpression } from '../../model/model.ts';
import { type Ignore, ignores } from '../ignore.ts';
import { type ConstantCondition, constantConditions } from './constant-conditions.ts';
import { raisedErrors, readEntities, shownFields } from './mentions.ts';
import { fieldsRead } from './nodes.ts';
import type { Watch } from './watch.ts';

export interface PlacedPart {
  readonly screen: Screen;
  readonly part: Part;
  /** The enclosing parts, outermost first. */
  readonly around: readonly Part[];
}

/** Facts about the model that many rules need, each computed once per check. */
export interface ModelFacts {
  /** Every expression of the document, including those inside actions. */
  expressions(): readonly PlacedExpression[];
  actions(): readonly PlacedAction[];
  /** The first entity with this name. */
  entity(name: string): Entity | undefined;
  machines(entity: string): readonly Machine[];
  /** The screens that the document itself declares. */
  screens(): readonly Screen[];
  /** Every part written in the document, including nested ones, in document order. */
  parts(): readonly PlacedPart[];
  /** Like `parts`, with the assumed parts included. */
  allParts(): readonly PlacedPart[];
  /** The calls written in the document, without the assumed ones. */
  calls(): readonly Call[];
  /** Conditions that are never or always true. */
  judgements(): readonly ConstantCondition[];
  /** Names of the constants that are read anywhere. */
  readConstants(): ReadonlySet<string>;
  /** `Entity.field` of every field that an expression reads. */
  readFields(): ReadonlySet<string>;
  /** Entities that an expression or action names or whose fields it reads. */
  readEntities(): ReadonlySet<string>;
  /** `Entity.field` of every field that a screen, view, form, rule, permission or call names. */
  shownFields(): ReadonlySet<string>;
  /** Errors that a rule, guard, check or other construct raises. */
  raisedErrors(): ReadonlySet<string>;
  /** The result of `make` for this model, computed once. */
  once<Made>(make: (model: Model, survey: ModelFacts) => Made): Made;
  /** The comments that silence rules. */
  readonly ignores: readonly Ignore[];
  /** The comments that silenced a finding, for rules that run last. */
  readonly useful: ReadonlySet<Ignore>;
  /** The codes of all rules. */
  readonly codes: readonly string[];
}

export function survey(watch: Watch, codes: readonly string[] = [], useful: ReadonlySet<Ignore> = new Set()): ModelFacts {
  const { model } = watch;
  const lazy = <Made>(make: () => Made): (() => Made) => watch.lazy(make);
  const made = new Map<unknown, () => unknown>();
  const ignored = lazy(() => ignores(model.tree));
  const expressions = lazy(() => allExpressions(model));
  const allParts = lazy(() => model.screens.flatMap((screen) => flatten(screen, screen.parts, [])));
  const entities = lazy(() => {
    const map = new Map<string, Entity>();
    for (const entity of model.entities) if (!map.has(entity.name.text)) map.set(entity.name.text, entity);
    return map;
  });
  const surveyed: ModelFacts = {
    once<Made>(make: (model: Model, survey: ModelFacts) => Made): Made {
      let found = made.get(make) as (() => Made) | undefined;
      if (found === undefined) made.set(make, (found = lazy(() => make(model, surveyed))));
      return found();
    },
    get ignores() {
      return ignored();
    },
    useful,
    codes,
    expressions,
    actions: () => model.actions,
    entity: (name) => entities().get(name),
    machines: (entity) => machinesOf(model, entity),
    screens: lazy(() => {
      const named = new Set(model.declared.flatMap(({ kind, text }) => (kind === 'screen' ? [text] : [])));
      return model.screens.filter(({ name }) => named.has(name.text));
    }),
    parts: lazy(() => allParts().filter(({ screen }) => !screen.assumed)),
    allParts,
    // If section 7 shows no calls, all calls in the model are assumed.
    calls: () => (model.sections[6]?.state === 'shown' ? model.calls : []),
    judgements: lazy(() => constantConditions(model, expressions())),
    readConstants: watch.keep('readConstants', () => new Set(expressions().flatMap(({ expression }) => expression.reads.constants))),
    readFields: watch.keep('readFields', () => new Set(expressions().flatMap(({ expression }) => fieldsRead(expression)))),
    readEntities: watch.keep('readEntities', () => readEntities(model, expressions())),
    shownFields: watch.keep('shownFields', () => shownFields(model)),
    raisedErrors: watch.keep('raisedErrors', () => raisedErrors(model)),
  };
  return surveyed;
}

function allExpressions(model: Model): PlacedExpression[] {
  const found = new Map<Expression, PlacedExpression>();
  for (const placed of model.expressions) if (!found.has(placed.expression)) found.set(placed.expression, placed);
  for (const { action, section, place } of model.actions) {
    for (const expression of action.steps.flatMap(expressionsOf)) {
      if (!found.has(expression)) found.set(expression, { expression, section, place });
    }
  }
  return [...found.values()];
}

function flatten(screen: Screen, parts: readonly Part[], around: readonly Part[]): PlacedPart[] {
  return parts.flatMap((part) => [{ screen, part, around }, ...flatten(screen, partsIn(part), [...around, part])]);
}
