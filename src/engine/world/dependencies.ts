import type { Node } from '../../expression/node.ts';
import type { Type } from '../../expression/types/type.ts';
import { visit } from '../../expression/visit.ts';
import type { Field } from '../../model/ast/entities.ts';

type FieldOf = (entity: string, name: string) => Field | null;

/**
 * The entities that a computed field can read, including its own: its value is valid until one of
 * them is written. Null if unknown. An expression reaches records only through values of type
 * record or list of records.
 */
export function dependenciesOf(entity: string, field: string, fieldOf: FieldOf): ReadonlySet<string> | null {
  const found = new Set<string>();
  const seen = new Set<string>();
  /** False: unknown. */
  const look = (of: string, name: string): boolean => {
    found.add(of);
    const declared = fieldOf(of, name);
    if (declared === null) return false;
    if (declared.computed === null || seen.has(`${of}.${name}`)) return true;
    seen.add(`${of}.${name}`);
    const { node } = declared.computed;
    if (node === null) return true;
    let isKnown = true;
    visit(node, (inner) => {
      isKnown &&= note(inner.type, found) && into(inner);
    });
    return isKnown;
  };
  const into = (node: Node): boolean => {
    if (node.kind === 'select' && node.operand.type.kind === 'record') return look(node.operand.type.entity, node.field);
    if (node.kind !== 'name') return true;
    const { resolution } = node;
    if (resolution.kind === 'self-field' || resolution.kind === 'row-field') return look(resolution.entity, node.name);
    return resolution.kind !== 'unknown' && resolution.kind !== 'view';
  };
  return look(entity, field) ? found : null;
}

/** Names of records passed to an expression: the caller knows what it reads of them. */
const given: ReadonlySet<string> = new Set(['me', 'self', 'row', 'old']);

/**
 * The entities that an expression reads, including through computed fields; excludes the records
 * passed to it and those that it only compares. Null if unknown.
 */
export function entitiesIn(node: Node, fieldOf: FieldOf): ReadonlySet<string> | null {
  const found = new Set<string>();
  const seen = new Set<Node>();
  const into = (expression: Node): boolean => {
    if (seen.has(expression)) return true;
    seen.add(expression);
    let isKnown = true;
    visit(expression, (inner) => {
      // A literal was already read by the person who supplied it.
      isKnown &&= inner.kind === 'literal' || ((inner.type.kind === 'record' || note(inner.type, found)) && look(inner));
    });
    return isKnown;
  };
  const field = (entity: string, name: string): boolean => {
    const declared = fieldOf(entity, name);
    const computed = declared?.computed?.node ?? null;
    return declared !== null && (computed === null || into(computed));
  };
  const look = (inner: Node): boolean => {
    if (inner.kind === 'select' && inner.operand.type.kind === 'record') {
      const { operand } = inner;
      const { entity } = inner.operand.type;
      if (operand.kind !== 'name' || !given.has(operand.resolution.kind)) found.add(entity);
      return field(entity, inner.field);
    }
    if (inner.kind !== 'name') return true;
    const { resolution } = inner;
    if (resolution.kind === 'self-field' || resolution.kind === 'row-field') return field(resolution.entity, inner.name);
    return resolution.kind !== 'unknown' && resolution.kind !== 'view';
  };
  return into(node) ? found : null;
}

/**
 * The fields (`Comment.author`) that an expression can read, through computed fields and inverse
 * lists: its value is valid until one of them changes. Null if unknown.
 */
export function fieldsIn(node: Node, fieldOf: (entity: string, name: string) => Field | null): ReadonlySet<string> | null {
  const found = new Set<string>();
  const look = (entity: string, name: string): boolean => {
    const key = `${entity}.${name}`;
    if (found.has(key)) return true;
    found.add(key);
    const declared = fieldOf(entity, name);
    if (declared?.type.kind === 'inverse') return look(declared.type.entity.text, declared.type.by.text);
    const computed = declared?.computed?.node ?? null;
    return computed === null || into(computed);
  };
  const into = (expression: Node): boolean => {
    let isKnown = true;
    visit(expression, (inner) => {
      const { type } = inner;
      if (type.kind === 'any' || type.kind === 'view') isKnown = false;
      else if (inner.kind === 'select' && inner.operand.type.kind === 'record') isKnown &&= look(inner.operand.type.entity, inner.field);
      else if (inner.kind === 'name') {
        const { resolution } = inner;
        if (resolution.kind === 'self-field' || resolution.kind === 'row-field') isKnown &&= look(resolution.entity, inner.name);
      }
      return isKnown;
    });
    return isKnown;
  };
  return into(node) ? found : null;
}

/** Adds the entity of a record value of this type. False: it may be any entity. */
function note(type: Type, found: Set<string>): boolean {
  switch (type.kind) {
    case 'any':
    case 'map':
    case 'view':
    case 'json':
      return false;
    case 'list':
      return note(type.of, found);
    case 'record':
      found.add(type.entity);
      return true;
    default:
      return true;
  }
}
