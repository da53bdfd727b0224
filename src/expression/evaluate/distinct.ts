import type { Node } from '../node.ts';
import { isRecordList, type KnowingRecords } from '../values/value.ts';
import { compileCall } from './calls.ts';
import { type Compiled, Failure } from './failure.ts';

type CallNode = Extract<Node, { kind: 'call' }>;

/** `distinct(Article.map(a, a.tags))`: the store may know the texts without reading each record. */
export function compileDistinct(node: CallNode, compile: (node: Node) => Compiled): Compiled {
  const written = node.target === null ? node.args : [node.target, ...node.args];
  const general = compileCall(node, written.map(compile));
  const [list] = written;
  if (list?.kind !== 'macro' || list.macro !== 'map' || list.filter !== null || written.length > 1) return general;
  const { body, variable } = list;
  if (body.kind !== 'select' || body.test || body.operand.kind !== 'name' || body.operand.name !== variable) return general;
  const records = compile(list.target);
  return (scope) => {
    const found = records(scope);
    return (
      (!(found instanceof Failure) && isRecordList(found) && 'textsIn' in found ? (found as KnowingRecords).textsIn(body.field) : null) ??
      general(scope)
    );
  };
}
