/**
 * The tree's shapes stand beside the values: a literal holds a value, and a list of records is
 * narrowed by a node.
 */
export type { BinaryOperator, Node, Resolution } from './values/value.ts';
