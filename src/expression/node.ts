/**
 * The tree's types are declared beside the values, since a literal contains a value and a list of
 * records is filtered by a node.
 */
export type { BinaryOperator, Node, Resolution } from './values/value.ts';
