import { isTrue } from '../../expression/evaluate/evaluate.ts';
import type { Expression } from '../../expression/expression.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Rule } from '../../model/ast/rules.ts';
import { fieldsToSignIn } from '../account/empty-sign-in.ts';
import { canEvaluate } from '../document/model-index.ts';
import type { Write } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import { humanConstant } from '../world/human-value.ts';
import { readOrNull } from '../world/labels.ts';
import { overlaps } from '../world/no-overlap.ts';
import type { Touched } from '../world/touched.ts';
import type { World } from '../world/world.ts';
import { wrongChoices } from './choices.ts';
import { refusal } from './refusals.ts';
import { requiredRefusal } from './values.ts';

/** A broken rule with its position: the first in the document determines the status. */
export interface Failure {
  readonly place: number;
  readonly refusal: Refusal;
}

export const inOrder = (failures: readonly Failure[]): Refusal[] =>
  [...failures].sort((a, b) => a.place - b.place).map((failure) => failure.refusal);

/** Checks the rules of section 5 that concern the writes to a record. */
export function askRules(world: World, touched: Touched): Failure[] {
  const record = world.record(touched.entity, touched.id);
  if (record === null) return [];
  const isNew = touched.before === null;
  // A new record has to keep all rules, whatever was written.
  const changed = isNew ? new Set<string>() : touched.changed(world);
  // After the rules of section 5, because choices belong to section 3.
  const chosen = wrongChoices(world, record, isNew ? null : changed).map(
    (one): Failure => ({ place: Number.MAX_SAFE_INTEGER, refusal: one }),
  );
  const broken = ask(world, record, touched.old(world), isNew, touched.writes, changed);
  return [...broken, ...chosen, ...emptyToSignIn(world, record, isNew ? null : changed, broken)];
}

/** Empty values that no one can sign in with, where no rule of the document refuses them. */
function emptyToSignIn(world: World, record: RecordValue, changed: ReadonlySet<string> | null, broken: readonly Failure[]): Failure[] {
  return fieldsToSignIn(world.index, record.entity)
    .filter(({ name }) => (changed === null || changed.has(name.text)) && readOrNull(record, name.text) === '')
    .filter(({ name }) => !broken.some(({ place }) => mayBreak(world, world.index.model.rules[place] as Rule, new Set([name.text]))))
    .map((field) => ({ place: Number.MAX_SAFE_INTEGER, refusal: requiredRefusal(world, field) }));
}

/** Checks the rules `on delete`, while the record still exists. */
export function askDeleteRules(world: World, record: RecordValue, write: Write): Failure[] {
  return ask(world, record, record, false, [write], new Set());
}

export function ask(
  world: World,
  record: RecordValue,
  old: RecordValue | null,
  isNew: boolean,
  writes: readonly Write[],
  changed: ReadonlySet<string>,
): Failure[] {
  return world.index.rules(record.entity).flatMap((rule): Failure[] => {
    if (!concerns(world, rule, isNew, writes, changed)) return [];
    if (isKept(world, rule, record, old, isNew)) {
      world.index.observer?.({ kind: 'rule', row: rule.span, kept: true });
      return [];
    }
    return [{ place: world.index.model.rules.indexOf(rule), refusal: ruleRefusal(world, rule, record) }];
  });
}

function concerns(world: World, rule: Rule, isNew: boolean, writes: readonly Write[], changed: ReadonlySet<string>): boolean {
  if (rule.on.length > 0) {
    return rule.on.some((on) =>
      writes.some((write) =>
        on.operation === 'event' ? write.kind === 'event' && write.name === on.name.text : write.kind === on.operation,
      ),
    );
  }
  if (writes.some((write) => write.kind === 'delete')) return false;
  return isNew || mayBreak(world, rule, changed);
}

/** Whether the rule reads one of these fields of the record, so it may be broken now. */
function mayBreak(world: World, { must, entity, field }: Rule, changed: ReadonlySet<string>): boolean {
  const reads = (expression: Expression | null): boolean => {
    const read = expression === null ? null : world.index.readsOf(expression, entity.text);
    if (read !== null) for (const one of changed) if (read.has(one)) return true;
    return false;
  };
  switch (must.kind) {
    case 'holds':
      return (field !== null && changed.has(field.text)) || reads(must.expression);
    case 'no-overlap':
      return (
        [must.start, must.end, ...must.per].some((name) => changed.has(name.text)) ||
        reads(must.where) ||
        (must.where?.reads.row ?? []).some((name) => changed.has(name))
      );
    default:
      return false;
  }
}

function isKept(world: World, rule: Rule, record: RecordValue, old: RecordValue | null, isNew: boolean): boolean {
  const { must } = rule;
  if (rule.field !== null && readOrNull(record, rule.field.text) === null) return true;
  switch (must.kind) {
    case 'holds': {
      // A rule that depends on a hole is not enforced, nor is a faulty one, which the checker
      // reports.
      if (!canEvaluate(must.expression) || world.index.dependsOnHole(must.expression)) return true;
      const onCreate = isNew && rule.on.some((on) => on.operation === 'create');
      const evaluationContext = onCreate ? world.contextWithout(record.entity, record.id) : world.evaluationContext('product');
      return isTrue(must.expression, { ...world.scope(record), evaluationContext, old });
    }
    case 'no-overlap':
      return !overlaps(world, rule, must, record);
    default:
      // The store enforces uniqueness.
      return true;
  }
}

export function ruleRefusal(world: World, rule: Rule, record: RecordValue | null, value?: Parameters<typeof refusal>[1]['value']): Refusal {
  world.index.observer?.({ kind: 'rule', row: rule.span, kept: false });
  const { must } = rule;
  const first = must.kind === 'unique' ? (must.fields[0]?.text ?? null) : must.kind === 'no-overlap' ? must.start.text : null;
  const field = rule.field?.text ?? first;
  return refusal(world.index, {
    error: rule.error?.text ?? 'INVALID',
    entity: rule.entity.text,
    field,
    record,
    at: rule.span,
    atField: rule.field !== null || rule.error === null,
    limit: must.kind === 'holds' ? limitOf(world, must.expression) : null,
    because: `the rule “${rule.name.text}” is broken`,
    ...(field === null || record === null ? {} : { value: value ?? readOrNull(record, field) }),
    ...(rule.error === null
      ? {
          own: () => ({ code: 'rule' as const, data: { rule: rule.name.text }, message: `This breaks the rule “${rule.name.text}”.` }),
        }
      : {}),
  });
}

/** The value of `{limit}`: the first constant in the rule, else its first number. */
function limitOf(world: World, expression: Expression): string | null {
  const [name] = expression.reads.constants;
  const constant = name === undefined ? null : world.index.constant(name);
  if (constant !== null) return humanConstant(world.index, constant);
  return /(?<![\w.])\d+(\.\d+)?/.exec(expression.source)?.[0] ?? null;
}
