import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { isConditional } from '../../expression/action.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';

/**
 * The fields that events and their effects have certainly filled in when a record is in the states
 * that a row leaves: on every path there, something sets the field and nothing clears it again.
 * Ignores what people enter in forms.
 */
export function certainlyFilledFields(machine: Machine, { from, any }: Transition): ReadonlySet<string> {
  return any
    ? new Set()
    : filledInStates(
        machine,
        from.map(({ text }) => text),
      );
}

/** Like `certainlyFilledFields`, when a record is in one of these states. */
export function filledInStates(machine: Machine, states: readonly string[]): ReadonlySet<string> {
  const filled = filledByState(machine);
  return common(states.map((state) => filled.get(state) ?? new Set()));
}

/**
 * For each state, starts with all fields that any row fills in and removes those that some path
 * does not, until nothing changes.
 */
const filledByState = memoizeByObject((machine: Machine): ReadonlyMap<string, ReadonlySet<string>> => {
  const rows = machine.transitions.map((row) => ({ row, ...changesOf(row) }));
  const all = new Set(rows.flatMap(({ filled }) => [...filled]));
  const start = machine.start?.text ?? machine.states[0]?.name;
  const states = new Map<string, ReadonlySet<string>>(machine.states.map(({ name }) => [name, name === start ? new Set() : all]));
  for (let changed = all.size > 0; changed; ) {
    changed = false;
    for (const { row, filled, emptied } of rows) {
      for (const state of row.any ? [...states.keys()] : row.from.map(({ text }) => text)) {
        const before = states.get(state) ?? new Set<string>();
        const after = new Set([...[...before].filter((field) => !emptied.has(field)), ...filled]);
        const target = row.to?.text ?? state;
        const there = states.get(target) ?? new Set<string>();
        const left = common([there, after]);
        if (left.size === there.size) continue;
        states.set(target, left);
        changed = true;
      }
    }
  }
  return states;
});

/**
 * The fields that a row fills in, by its required parameters and its effect's assignments, and
 * those that it clears.
 */
function changesOf({ trigger, effect }: Transition): { readonly filled: ReadonlySet<string>; readonly emptied: ReadonlySet<string> } {
  const filled = new Set<string>();
  const emptied = new Set<string>();
  if (trigger.kind === 'event') for (const { field, required } of trigger.parameters) if (field !== null && required) filled.add(field);
  for (const step of effect?.steps ?? []) {
    if (step.kind !== 'assign') continue;
    const isNull = step.value.node?.kind === 'literal' && step.value.node.value === null;
    // A conditional step may clear a field, but does not certainly fill one.
    if (isNull || !isConditional(step)) (isNull ? emptied : filled).add(step.field.text);
    if (isNull || !isConditional(step)) (isNull ? filled : emptied).delete(step.field.text);
  }
  return { filled, emptied };
}

function common(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...rest] = sets;
  return new Set([...(first ?? [])].filter((field) => rest.every((set) => set.has(field))));
}
