import { isConditional, type Step } from '../../expression/action.ts';
import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { Duration } from '../../expression/values/value.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import { exampleScope, plain } from '../analysis/new-record.ts';
import { defineRule } from '../rule.ts';

export const timerCycle = defineRule({
  code: 'timer-cycle',
  severity: 'error',
  section: 4,
  summary: 'Timers that endlessly start each other at the same moment.',
  messages: {
    cycle:
      'This timer leads back to itself, and no time passes on the way: {way}. The product stops after 500 and refuses the next. Let time pass (a duration above zero, a later moment), or write a guard that ends the chain.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      for (const row of machine.transitions) {
        const { trigger } = row;
        const way = trigger.kind === 'after' || trigger.kind === 'at' ? pathBack(model, { machine, row }) : null;
        if (way !== null && 'span' in trigger) report({ message: 'cycle', at: trigger, data: { way: way.map(words).join(', then ') } });
      }
    }
  },
});

interface Timer {
  readonly machine: Machine;
  readonly row: Transition;
}

/**
 * The path from a timer back to itself through timers that certainly fire at the same moment, or
 * null.
 */
function pathBack(model: Model, start: Timer): readonly Timer[] | null {
  const ways: (readonly Timer[])[] = [[start]];
  const seen = new Set<Transition>();
  for (const way of ways) {
    const last = way.at(-1) as Timer;
    for (const next of startedBy(model, last)) {
      if (next.row === start.row) return [...way, next];
      if (seen.has(next.row)) continue;
      seen.add(next.row);
      ways.push([...way, next]);
    }
  }
  return null;
}

/** The timers that certainly fire immediately after this one. */
function startedBy(model: Model, timer: Timer): readonly Timer[] {
  const { machine, row } = timer;
  const steps = row.effect?.steps ?? [];
  const moves = row.to !== null && !row.any && !row.from.some(({ text }) => text === row.to?.text);
  const itself = moves && steps.every(({ kind }) => kind === 'create') ? onlyTimer(machine, row.to.text) : null;
  const ofItself = itself !== null && (isAtOnce(model, itself) || sameMoment(row, itself)) ? [{ machine, row: itself }] : [];
  const ofOthers = steps.flatMap((step): Timer[] => {
    if (step.kind !== 'create' || isConditional(step)) return [];
    return model.machines
      .filter(({ entity }) => entity === step.entity.text)
      .flatMap((other) => {
        const first = other.start === null ? null : onlyTimer(other, other.start.text);
        if (first === null) return [];
        const copied = other.entity === machine.entity && sameMoment(row, first) && copies(step, first);
        return isAtOnce(model, first) || copied ? [{ machine: other, row: first }] : [];
      });
  });
  return [...ofItself, ...ofOthers];
}

const isTimer = ({ trigger }: Transition): boolean => trigger.kind === 'after' || trigger.kind === 'at';

/** The only timer that leaves a state, if nothing can prevent it from firing. */
function onlyTimer({ transitions }: Machine, state: string): Transition | null {
  const leaving = transitions.filter((row) => isTimer(row) && (row.any || row.from.some(({ text }) => text === state)));
  const [only] = leaving;
  return leaving.length === 1 && only !== undefined && only.guard === null && !only.guardHole ? only : null;
}

/** Whether an `after` timer fires without delay. */
function isAtOnce(model: Model, { trigger }: Transition): boolean {
  if (trigger.kind !== 'after') return false;
  const { duration } = trigger;
  if (duration.node === null || duration.problems.length > 0 || !plain(duration.reads) || duration.reads.self.length > 0) return false;
  try {
    const value = compileExpression(duration)(exampleScope(model, null));
    return value instanceof Duration && (value.seconds < 0 || (value.seconds === 0 && value.nanos <= 0));
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

const momentOf = ({ trigger }: Transition): Expression | null => (trigger.kind === 'at' ? trigger.moment : null);

/** Whether both are `at` timers for the same moment of one record. */
function sameMoment(one: Transition, other: Transition): boolean {
  const [first, second] = [momentOf(one), momentOf(other)];
  if (first === null || second === null || second.problems.length > 0 || !plain(second.reads)) return false;
  return first.source.trim() === second.source.trim();
}

/** Whether the effect copies all fields that the timer's moment depends on to the new record. */
function copies({ with: given }: Extract<Step, { readonly kind: 'create' }>, row: Transition): boolean {
  const fields = momentOf(row)?.reads.self ?? [];
  if (given?.node?.kind !== 'map') return false;
  const copied = given.node.entries.flatMap(({ key, value }) => {
    const source = given.source.slice(value.from, value.to).trim();
    return key.kind === 'literal' && (source === key.value || source === `self.${String(key.value)}`) ? [key.value] : [];
  });
  return fields.length > 0 && fields.every((field) => copied.includes(field));
}

function words({ machine, row: { trigger } }: Timer): string {
  if (trigger.kind === 'after') return `${machine.entity} after ${trigger.duration.source}`;
  return trigger.kind === 'at' ? `${machine.entity} at ${trigger.moment.source}` : machine.entity;
}
