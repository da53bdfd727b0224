import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';
import { ownErrors } from '../../model/own-words.ts';
import { changedByUnfollowed } from '../document/calendar.ts';
import type { Context } from './context.ts';
import { type ExplorerFinding, finding } from './finding.ts';

/** Findings for states, values and errors that no run reaches. */
export function neverReached(context: Context): readonly ExplorerFinding[] {
  return [...states(context), ...values(context), ...errors(context)];
}

function states(context: Context): readonly ExplorerFinding[] {
  const { model, bound } = context;
  return model.machines.flatMap((machine) => {
    const reached = context.states(machine.entity, machine.field);
    if (reached.size === 0) return [];
    // If a row that leads to the state cannot be decided, neither can the state.
    return machine.states.flatMap(({ name, span }) => {
      const leading = machine.transitions.filter(({ to }) => to?.text === name);
      if (reached.has(name) || leading.some((row) => context.undecided(row)) || context.behindUndecided(machine, name)) return [];
      const message = `No ${machine.entity} ever reaches “${name}”: no allowed steps lead there (${bound}).`;
      return [finding('state-never-reached', 4, span, message)];
    });
  });
}

function values(context: Context): readonly ExplorerFinding[] {
  const { model, bound } = context;
  const unseen = changedByUnfollowed(model);
  return model.entities.flatMap((entity) => {
    const of = entity.name.text;
    if (of === model.account?.entity.text || unseen.has(of) || context.absent.has(of)) return [];
    return entity.fields.flatMap((field) => {
      const { type, name } = field;
      const reached = type.kind === 'enum' ? valuesOf(context, entity, field) : null;
      if (type.kind !== 'enum' || reached === null) return [];
      return type.values
        .filter(({ text }) => !reached.has(text))
        .map(({ text, span }) =>
          finding('value-never-used', 3, span, `No ${of} ever has the ${name.text} “${text}”: no one can give it that value (${bound}).`),
        );
    });
  });
}

/**
 * The values that records had in a field; null if unknown, as where a row that is not judged may
 * write the field, or if there were no such records.
 */
function valuesOf(context: Context, entity: Entity, field: Field): ReadonlySet<string> | null {
  const { model, cone, tally, states } = context;
  const path = `${entity.name.text}.${field.name.text}`;
  const writers = model.machines.flatMap((machine) =>
    machine.transitions.filter((row) => writes(machine, row, entity.name.text, field.name.text)),
  );
  if (writers.some((row) => context.undecided(row))) return null;
  if (cone.live.has(path)) return nullIfEmpty(states(entity.name.text, field.name.text));
  if (!(cone.checked.has(path) || cone.fields.has(path)) || writers.length > 0 || field.type.kind !== 'enum') return null;
  const isDefault = (text: string): boolean => (field.default?.kind === 'value' ? field.default.value === text : field.default !== null);
  return nullIfEmpty(
    new Set(
      field.type.values.map(({ text }) => text).filter((text) => isDefault(text) || tally.given.has(`${path} ${JSON.stringify(text)}`)),
    ),
  );
}

/** Whether a row may set the field of a record: by a parameter or by its effect. */
function writes(machine: Machine, { trigger, effect }: Transition, entity: string, field: string): boolean {
  const isOwn = machine.entity === entity;
  return (
    (isOwn && 'parameters' in trigger && trigger.parameters.some((parameter) => parameter.field === field)) ||
    effect?.steps.some((step) => {
      if (step.kind === 'assign') return isOwn && step.field.text === field;
      if (step.kind === 'create') return step.entity.text === entity;
      if (step.kind !== 'update') return false;
      const type = step.target.node?.type;
      return type?.kind !== 'record' || type.entity === entity;
    }) === true
  );
}

const nullIfEmpty = (values: ReadonlySet<string>): ReadonlySet<string> | null => (values.size === 0 ? null : values);

/** Only errors that sections 3 to 5 name; those that actions name are left out. */
function errors(context: Context): readonly ExplorerFinding[] {
  const { model, bound, tally } = context;
  const own = new Set<string>(ownErrors.map(({ name }) => name));
  const elsewhere = new Set(
    model.actions.flatMap(({ action }) =>
      action.steps.flatMap((step) => ('error' in step && step.error !== null ? [step.error.text] : [])),
    ),
  );
  return model.errors.flatMap(({ name, span }) => {
    if (own.has(name.text) || elsewhere.has(name.text) || tally.raised.has(name.text)) return [];
    const rows = model.machines.flatMap(({ transitions }) => transitions.filter(({ error }) => error?.text === name.text));
    const rules = model.rules.filter(({ error }) => error?.text === name.text);
    if (rows.length + rules.length === 0 || rules.some(({ span: at }) => !tally.evaluatedRules.has(at.from))) return [];
    if (rows.some((row) => context.undecided(row)) || rules.some((rule) => context.undecidedRule(rule))) return [];
    // A row that is never tried, or whose guard is always false, has a finding of its own.
    if (rows.some((row) => context.tally.rows.get(row.span.from)?.done === 0)) return [];
    const of = [
      ...rows.map(() => 'the guard that names it is always true when it is checked'),
      ...rules.map((rule) => `the rule “${rule.name.text}” is never broken`),
    ];
    return [
      finding('error-never-raised', 8, span, `No step is ever refused with ${name.text}: ${[...new Set(of)].join(', and ')} (${bound}).`),
    ];
  });
}
