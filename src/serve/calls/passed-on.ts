import { expressionsOf } from '../../expression/action.ts';
import type { Node } from '../../expression/node.ts';
import { hasNode } from '../../expression/visit.ts';
import type { Call } from '../../model/ast/calls.ts';

/** Steps that check the values which they write. */
const writing: ReadonlySet<string> = new Set(['create', 'update', 'event', 'sign-up']);

/**
 * Whether the call only writes the name's value to the field or parameter of the same name. Then
 * the operation itself can refuse a bad value, in its usual order: permissions of section 6 first.
 * A name that an expression reads needs a value of its type before the action starts.
 */
export const isPassedOn = ({ does }: Call, name: string): boolean =>
  (does?.steps ?? []).every((step) => {
    const given = writing.has(step.kind) && 'with' in step ? step.with : null;
    return expressionsOf(step).every(
      (expression) => !expression.reads.bound.includes(name) || (expression === given && onlyAsItself(expression.node, name)),
    );
  });

function onlyAsItself(node: Node | null, name: string): boolean {
  if (node?.kind !== 'map') return false;
  return node.entries.every(({ key, value }) => {
    if (value.kind === 'name' && value.name === name) return key.kind === 'literal' && key.value === name;
    return !mentions(key, name) && !mentions(value, name);
  });
}

const mentions = (node: Node, name: string): boolean => hasNode(node, (inner) => inner.kind === 'name' && inner.name === name);
