import type { Node } from '../../expression/node.ts';
import type { Value } from '../../expression/values/value.ts';
import { children } from '../../expression/visit.ts';
import type { Reader } from './readers.ts';

/** The key of an event parameter in `Cone.uses`: `Order.charged(body)`. */
export const parameterPath = (entity: string, event: string, parameter: string): string => `${entity}.${event}(${parameter})`;

/**
 * How an expression uses the JSON parameters of an event, such as the body of a service's answer.
 */
export interface AnswerReads {
  /** The values that each part is compared with, by path: `Order.charged(body).status`. */
  readonly keys: ReadonlyMap<string, readonly Value[]>;
  /** False if the expression reads the body in a way that samples do not cover. */
  readonly plain: boolean;
}

const conversions = new Set(['string', 'int', 'double', 'bool']);
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** `givenBy` returns the value of a literal or a constant, and undefined for any other node. */
export function answerReads({ event }: Reader, nodes: readonly Node[], givenBy: (node: Node) => Value | undefined): AnswerReads {
  const keys = new Map<string, Value[]>();
  if (event === null) return { keys, plain: true };
  const pathOf = (node: Node): string | null => {
    if (node.kind === 'name' && node.resolution.kind === 'bound' && node.type.kind === 'json')
      return parameterPath(event.entity, event.name, node.name);
    const operand = node.kind === 'select' ? pathOf(node.operand) : null;
    return operand === null || node.kind !== 'select' ? null : `${operand}.${node.field}`;
  };
  const note = (path: string, values: readonly Value[]): void => {
    keys.set(path, [...(keys.get(path) ?? []), ...values]);
  };
  let plain = nodes[0] === undefined || pathOf(nodes[0]) === null || isTest(nodes[0]);
  for (const node of nodes) {
    const path = pathOf(node);
    if (path !== null && isTest(node)) note(path, []);
    if (path !== null) continue;
    for (const child of children(node)) {
      const read = isTest(child) ? null : pathOf(child);
      if (read === null) continue;
      const other = node.kind === 'binary' && comparisons.has(node.operator) ? (child === node.left ? node.right : node.left) : null;
      const value = other === null ? undefined : givenBy(other);
      const converted = node.kind === 'call' && conversions.has(node.name);
      plain &&= converted || value !== undefined;
      note(read, value === undefined ? [] : [value]);
    }
  }
  return { keys, plain };
}

const isTest = (node: Node): boolean => node.kind === 'select' && node.test;
