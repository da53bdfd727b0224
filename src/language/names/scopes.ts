import type { Span } from '../../base/span.ts';
import type { Step } from '../../expression/action.ts';
import { expressionsOf, openedBy } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { visit } from '../../expression/visit.ts';
import type { Call, TakesPattern } from '../../model/ast/calls.ts';
import type { Name } from '../../model/ast/common.ts';
import type { Screen } from '../../model/ast/screens.ts';
import { lineEntity } from '../../model/lines.ts';
import { entityOf, eventOf, fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { NamedThing } from '../symbol.ts';

/**
 * Names bound in some spans, each with its meaning: a field, if the name holds or matches that
 * field's value; otherwise the name itself.
 */
export interface Scope {
  readonly spans: readonly Span[];
  readonly names: ReadonlyMap<string, NamedThing>;
  /** The places where the names are bound. */
  readonly bindings: readonly Binding[];
}

export interface Binding {
  readonly thing: NamedThing;
  readonly span: Span;
  readonly declaration: boolean;
}

export const fieldThing = (entity: string, text: string): NamedThing => ({ kind: 'field', text, within: entity });

/** The meaning of an event's parameter: the field that it sets, or its own name. */
export function parameterThing(model: Model, entity: string, event: string, name: string): NamedThing | null {
  const parameter = eventOf(model, entity, event)?.parameters.find((one) => one.name.text === name);
  if (parameter === undefined) return null;
  return parameter.field === null ? { kind: 'name', text: name, within: `${entity}.${event}` } : fieldThing(entity, parameter.field);
}

export function scopesOf(model: Model): Scope[] {
  return [
    ...model.screens.map((screen) => screenScope(model, screen)),
    ...model.machines.flatMap((machine) =>
      machine.transitions.flatMap(({ trigger, span, effect }) => {
        const parameters =
          trigger.kind !== 'event'
            ? []
            : trigger.parameters.flatMap((parameter): Binding[] => {
                const thing = parameterThing(model, machine.entity, trigger.name.text, parameter.name.text);
                return thing === null ? [] : [{ thing, span: parameter.name.span, declaration: thing.kind === 'name' }];
              });
        const words = (effect?.steps ?? []).flatMap(boundBy);
        const bindings = [...parameters, ...words.map((word) => own(word, `transition ${span.from}`))];
        return bindings.length === 0 ? [] : [{ spans: [span], names: namesOf(bindings), bindings }];
      }),
    ),
    ...model.calls.map((call) => callScope(model, call)),
    ...model.scenarios.map((scenario): Scope => {
      const words = scenario.rows.flatMap((row) => row.do.steps.flatMap(boundBy));
      const bindings = words.map((word) => own(word, `scenario ${scenario.span.from}`));
      return { spans: [scenario.span], names: namesOf(bindings), bindings };
    }),
  ];
}

const own = (name: Name, within: string): Binding => ({
  thing: { kind: 'name', text: name.text, within },
  span: name.span,
  declaration: true,
});

const namesOf = (bindings: readonly Binding[]): Map<string, NamedThing> =>
  new Map(bindings.toReversed().map(({ thing }) => [thing.text, thing]));

const boundBy = (step: Step): Name[] => [
  ...openedBy(step).flatMap((clause) => (clause.kind === 'for' ? [clause.name] : [])),
  ...ownBoundBy(step),
];

const ownBoundBy = (step: Step): Name[] =>
  (step.kind === 'create' || step.kind === 'get' || step.kind === 'list') && step.as !== null ? [step.as] : [];

/** A route's parameters find a record by the field of the same name. */
function screenScope(model: Model, screen: Screen): Scope {
  const written = model.tree.text.slice(screen.routeSpan.from, screen.routeSpan.to);
  const entity = screen.about === null ? null : (entityOf(model, screen.about.text) ?? null);
  const bindings = [...written.matchAll(/:([A-Za-z_]\w*)/g)].map((match): Binding => {
    const text = match[1] ?? '';
    const from = screen.routeSpan.from + match.index + 1;
    const isField = entity?.byName.has(text) === true;
    const thing: NamedThing = isField
      ? fieldThing(entity.name.text, text)
      : { kind: 'name', text, within: `screen ${screen.name.span.from}` };
    return { thing, span: { from, to: from + text.length }, declaration: !isField };
  });
  const within = (at: Span): boolean => screen.parts.some(({ span }) => span.from <= at.from && at.to <= span.to);
  for (const { action, section } of model.actions)
    if (section === 2 && within(action.span))
      for (const word of action.steps.flatMap(boundBy)) bindings.push(own(word, `action ${action.span.from}`));
  return { spans: screen.parts.map((part) => part.span), names: namesOf(bindings), bindings };
}

function callScope(model: Model, call: Call): Scope {
  const within = `call ${call.span.from}`;
  const steps = call.does?.steps ?? [];
  const expressions = [...steps.flatMap(expressionsOf), ...(call.returns?.body ? [call.returns.body] : [])];
  const compared = comparedFields(expressions);
  const bindings: Binding[] = [];
  const bind = (name: Name, field: NamedThing | null): void => {
    const thing = field ?? { kind: 'name', text: name.text, within };
    bindings.push({ thing, span: name.span, declaration: field === null });
  };
  for (const name of takenNames(call.takes)) bind(name, filledBy(model, steps, name.text) ?? compared.get(name.text) ?? null);
  for (const { list, names } of lineNames(call.takes)) {
    const entity = lineEntity(model, call, list);
    for (const name of names) if (entity !== null && fieldOf(model, entity, name.text)) bind(name, fieldThing(entity, name.text));
  }
  for (const name of [...call.parameters, ...call.query.map((one) => one.name)]) bind(name, compared.get(name.text) ?? null);
  for (const word of steps.flatMap(boundBy)) bind(word, null);
  return { spans: [call.span], names: namesOf(bindings), bindings };
}

const takenNames = (pattern: TakesPattern | null): Name[] =>
  pattern === null ? [] : pattern.entries.flatMap((entry) => (entry.inside === null ? [entry.key] : takenNames(entry.inside)));

/** The names in `lines: [{text, price}]`. */
const lineNames = (pattern: TakesPattern | null): { readonly list: string; readonly names: readonly Name[] }[] =>
  (pattern?.entries ?? []).flatMap(({ key, inside, each }) =>
    each === null ? lineNames(inside) : [{ list: key.text, names: each.entries.map((entry) => entry.key) }],
  );

/**
 * The meaning of a name in Takes: the field or parameter of the same name that a step sets; null if
 * there is none.
 */
function filledBy(model: Model, steps: readonly Step[], name: string): NamedThing | null {
  for (const step of steps) {
    const thing = keyThing(model, step, name);
    if (thing !== null) return thing;
  }
  return null;
}

/** The meaning of a key in a step's `with {…}`. */
export function keyThing(model: Model, step: Step, name: string): NamedThing | null {
  const field = (entity: string | null): NamedThing | null =>
    entity !== null && fieldOf(model, entity, name) !== undefined ? fieldThing(entity, name) : null;
  switch (step.kind) {
    case 'create':
      return field(step.entity.text);
    case 'update':
      return field(recordOf(step.target));
    case 'event': {
      const entity = recordOf(step.target);
      return entity === null ? null : parameterThing(model, entity, step.event.text, name);
    }
    case 'sign-in':
    case 'sign-up':
      return field(model.declarations.account);
    default:
      return null;
  }
}

/** The entity of a record or of a list of records: an action runs for each record of a list. */
export function recordOf({ type }: Expression): string | null {
  const element = type.kind === 'list' ? type.of : type;
  return element.kind === 'record' ? element.entity : null;
}

/** Fields compared with a bound name of the same name: `t.number == number`. */
function comparedFields(expressions: readonly Expression[]): Map<string, NamedThing> {
  const found = new Map<string, NamedThing>();
  for (const { node } of expressions) {
    if (node === null) continue;
    visit(node, (one) => {
      if (one.kind !== 'binary') return;
      for (const [a, b] of [
        [one.left, one.right],
        [one.right, one.left],
      ] as const) {
        const field = fieldOfNode(a);
        if (field !== null && b.kind === 'name' && b.resolution.kind === 'bound' && b.name === field.text && !found.has(b.name))
          found.set(b.name, field);
      }
    });
  }
  return found;
}

export function fieldOfNode(node: Node): NamedThing | null {
  if (node.kind === 'select' && node.operand.type.kind === 'record') return fieldThing(node.operand.type.entity, node.field);
  if (node.kind === 'name' && (node.resolution.kind === 'row-field' || node.resolution.kind === 'self-field'))
    return fieldThing(node.resolution.entity, node.name);
  return null;
}
