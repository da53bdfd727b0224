import type { Node } from '../../expression/node.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';

/** The entity whose field a value in a call's answer is; null if it is computed or unknown. */
export function leafEntity(model: Model, { returns }: Call, path: readonly (string | number)[]): string | null {
  return entityIn(model, returns?.body?.node ?? null, path);
}

function entityIn(model: Model, node: Node | null, path: readonly (string | number)[]): string | null {
  const [first, ...rest] = path;
  if (node === null) return null;
  if (node.kind === 'conditional') return entityIn(model, node.then, path) ?? entityIn(model, node.otherwise, path);
  if (first === undefined) {
    if (node.kind === 'select') return node.operand.type.kind === 'record' ? node.operand.type.entity : null;
    return node.kind === 'name' && node.resolution.kind === 'self-field' ? node.resolution.entity : null;
  }
  if (typeof first === 'number')
    return entityIn(model, node.kind === 'macro' ? node.body : node.kind === 'list' ? (node.items[0] ?? null) : null, rest);
  if (node.kind === 'map') {
    const entry = node.entries.find(({ key }) => key.kind === 'literal' && key.value === first);
    return entityIn(model, entry?.value ?? null, rest);
  }
  const view = node.kind === 'call' ? model.views.find(({ name }) => name.text === node.name) : undefined;
  const entry = view?.entries.find(({ key }) => key.text === first);
  if (view === undefined || entry === undefined) return null;
  return entry.value === null ? (rest.length === 0 ? view.entity.text : null) : entityIn(model, entry.value.node, rest);
}
