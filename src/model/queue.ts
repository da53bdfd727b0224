import type { Node } from '../expression/node.ts';
import type { Listing, Part, Screen } from './ast/screens.ts';
import type { Machine } from './ast/states.ts';
import { isFinalState } from './final-state.ts';
import { machinesOf, partsIn } from './lookup.ts';
import type { RunModel } from './run-model.ts';

/** A list of records restricted to certain states, none of them final. */
export interface Queue {
  readonly list: Listing;
  readonly machine: Machine;
  readonly states: ReadonlySet<string>;
  /**
   * `STATE_FIELD in [STATES]`: implied by the list's condition, so that the index on states can be
   * used.
   */
  readonly condition: Node;
}

/**
 * The queue on a screen: its first list, provided that everyone sees it, it is no conversation, and
 * it shows only non-final states (boards and calendars show all states). Null: no queue.
 */
export function queueOf(model: RunModel, screen: Pick<Screen, 'parts'>): Queue | null {
  const list = firstList(screen.parts);
  const where = list?.where?.node ?? null;
  if (list === null || where === null) return null;
  for (const machine of machinesOf(model, list.entity.text)) {
    const found = statesIn(where, machine);
    if (found !== null && found.states.size > 0 && ![...found.states].some((state) => isFinalState(machine, state)))
      return { list, machine, states: found.states, condition: isOneOf(found.field, found.states) };
  }
  return null;
}

function firstList(parts: readonly Part[]): Listing | null {
  for (const part of parts) {
    const within = firstList(partsIn(part));
    if (part.kind !== 'list' && part.kind !== 'cards' && within === null) continue;
    if (part.when !== null || part.roles.length > 0) return null;
    return part.kind === 'list' && part.talk === null ? part : within;
  }
  return null;
}

interface Found {
  readonly field: Node;
  readonly states: ReadonlySet<string>;
}

/** The states that satisfy a condition; null: the condition does not restrict them. */
function statesIn(node: Node, machine: Machine): Found | null {
  if (node.kind !== 'binary') return null;
  const { operator, left, right } = node;
  if (operator === '&&' || operator === '||') {
    const [a, b] = [statesIn(left, machine), statesIn(right, machine)];
    if (a === null || b === null) return operator === '&&' ? (a ?? b) : null;
    const both = [...a.states].filter((state) => b.states.has(state));
    return { field: a.field, states: new Set(operator === '&&' ? both : [...a.states, ...b.states]) };
  }
  if (operator === 'in') return isField(left, machine) && right.kind === 'list' ? named(left, right.items) : null;
  if (operator !== '==' && operator !== '!=') return null;
  const found = isField(left, machine) ? named(left, [right]) : isField(right, machine) ? named(right, [left]) : null;
  if (found === null || operator === '==') return found;
  return { field: found.field, states: new Set(machine.states.map(({ name }) => name).filter((name) => !found.states.has(name))) };
}

function named(field: Node, nodes: readonly Node[]): Found | null {
  const states = nodes.flatMap((node) => (node.kind === 'literal' && typeof node.value === 'string' ? [node.value] : []));
  return states.length === nodes.length ? { field, states: new Set(states) } : null;
}

const isField = (node: Node, { entity, field }: Machine): boolean =>
  node.kind === 'name' && node.name === field && node.resolution.kind === 'row-field' && node.resolution.entity === entity;

function isOneOf(field: Node, states: ReadonlySet<string>): Node {
  const { from, to, type } = field;
  const items = [...states].map((value): Node => ({ kind: 'literal', from, to, type, value }));
  const list: Node = { kind: 'list', from, to, type: { kind: 'list', of: type }, items };
  return { kind: 'binary', from, to, type: { kind: 'boolean' }, operator: 'in', left: field, right: list };
}
