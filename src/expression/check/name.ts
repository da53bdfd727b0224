import { nearest, together } from '../../base/nearest.ts';
import type { Node, Resolution } from '../node.ts';
import { anyType, type Type } from '../types/type.ts';
import { listOf, recordOf, textType } from '../types/type-relations.ts';
import { didYouMean } from '../types/type-words.ts';
import type { Context } from './context.ts';

type NameNode = Extract<Node, { kind: 'name' }>;

const found = (node: NameNode, resolution: Resolution, type: Type): Node => ({ ...node, resolution, type });

/** Resolves a plain name (NOTATION: Expressions). `hint` is the type that it is compared with. */
export function checkName(context: Context, node: NameNode, hint?: Type): Node {
  const { name } = node;
  const { environment } = context;
  const { declarations, row, self } = environment;

  const variable = context.variables.get(name);
  if (variable !== undefined) return found(node, { kind: 'bound' }, variable);
  if (row !== null && environment.alias === name) return found(node, { kind: 'row' }, recordOf(row));
  const bound = environment.bound.get(name);
  if (bound !== undefined) {
    context.bound.add(name);
    if (row !== null && context.fieldsOf(row).has(name) && !context.hiding.has(name)) context.hiding.set(name, { ...node, type: bound });
    return found(node, { kind: 'bound' }, bound);
  }

  const builtIn = checkBuiltIn(context, node);
  if (builtIn !== undefined) return builtIn;

  if (row !== null) {
    const field = context.fieldsOf(row).get(name);
    if (field !== undefined) {
      context.row.add(name);
      return found(node, { kind: 'row-field', entity: row }, field);
    }
  } else if (self !== null) {
    const field = context.fieldsOf(self).get(name);
    if (field !== undefined) {
      context.self.add(name);
      return found(node, { kind: 'self-field', entity: self }, field);
    }
  }
  const constant = declarations.constants.get(name);
  if (constant !== undefined) {
    context.constants.add(name);
    return found(node, { kind: 'constant' }, constant);
  }
  if (declarations.entities.has(name)) {
    context.entities.add(name);
    return found(node, { kind: 'entity' }, listOf(recordOf(name)));
  }
  const own = isValueOf(hint, name) ? null : reportOwn(context, node);
  if (own === null) reportUnknown(context, node, hint);
  return found(node, { kind: 'unknown' }, own ?? anyType);
}

const isValueOf = (type: Type | undefined, name: string): boolean => type !== undefined && 'values' in type && type.values.includes(name);

/** What other languages call the person acting. */
const personWords = ['user', 'currentUser', 'current_user', 'loggedInUser', 'viewer'];

/**
 * Reports a name that means the person acting, or what is chosen for them (`role == "admin"`), and
 * returns its type; null: it means neither.
 */
function reportOwn(context: Context, node: NameNode): Type | null {
  const { name } = node;
  const { row, self, declarations } = context.environment;
  const { account } = declarations;
  if (account === null || (row !== null && self !== null && context.fieldsOf(self).has(name))) return null;
  if (personWords.includes(name)) {
    const message = `There is no “${name}”: the person acting is “me”.`;
    context.report('undefined-name', node, message, { subject: name, suggestions: ['me'], certain: true });
    return recordOf(account, true);
  }
  const field = context.fieldsOf(account).get(name);
  if (field === undefined || (field.kind !== 'boolean' && !('values' in field))) return null;
  const message = `“${name}” is a field of ${account}. Of the person acting, write “me.${name}”.`;
  context.report('undefined-name', node, message, { subject: name, suggestions: [`me.${name}`], certain: self === null && row === null });
  return field;
}

function checkBuiltIn(context: Context, node: NameNode): Node | undefined {
  const { row, self, old, token, value, declarations } = context.environment;
  const missing = (message: string): Node => {
    context.report('undefined-name', node, message, { subject: node.name });
    return found(node, { kind: 'unknown' }, anyType);
  };
  switch (node.name) {
    case 'self':
      if (self !== null) return found(node, { kind: 'self' }, recordOf(self));
      if (row !== null) return found(node, { kind: 'row' }, recordOf(row));
      return missing('There is no “self” here: there is no current record.');
    case 'old':
      if (old && self !== null) return found(node, { kind: 'old' }, recordOf(self));
      return missing(
        'There is no “old” here: only a rule on update, and a permission to update, add or remove, has the record before the change. A guard in section 4 sees the record before its event.',
      );
    case 'me':
      context.me = true;
      return found(node, { kind: 'me' }, declarations.account === null ? anyType : recordOf(declarations.account, true));
    case 'now':
      context.now = true;
      return found(node, { kind: 'now' }, { kind: 'datetime' });
    case 'today':
      context.now = true;
      return found(node, { kind: 'today' }, { kind: 'date' });
    case 'token':
      if (token) return found(node, { kind: 'token' }, { ...textType, nullable: true });
      return missing('There is no “token” here: only calls and their views know the session’s token.');
    case 'value':
      // `value` is not reserved: where no member is added or removed, a field may have this name.
      return value === null ? undefined : found(node, { kind: 'value' }, value);
    default:
      return undefined;
  }
}

function reportUnknown(context: Context, node: NameNode, hint: Type | undefined): void {
  const { name } = node;
  const { declarations, row, self, bound, alias } = context.environment;
  const about = { subject: name };
  if (isValueOf(hint, name)) {
    context.report('undefined-name', node, `“${name}” is not declared as a name. A value is a text: write "${name}".`, {
      ...about,
      suggestions: [`"${name}"`],
    });
    return;
  }
  if (row !== null && self !== null && context.fieldsOf(self).has(name)) {
    const message = `“${name}” is a field of ${self}, the current record. Inside where, write “self.${name}”.`;
    context.report('undefined-name', node, message, { ...about, suggestions: [`self.${name}`] });
    return;
  }
  if (declarations.views.has(name)) {
    const message = `“${name}” is a view. Say of which record: “${name}(x)”; of each in a list: “xs.map(x, ${name}(x))”.`;
    context.report('undefined-name', node, message, about);
    return;
  }
  if (declarations.secrets.has(name)) {
    context.report(
      'type',
      node,
      `“${name}” is a secret: no expression can read it. Only the columns Signed and Secret of section 7 use it.`,
    );
    return;
  }
  if (/^[A-Z][A-Z0-9_]+$/.test(name)) {
    const suggestions = nearest(name, declarations.constants.keys());
    context.report('undefined-name', node, `The constant “${name}” is not declared in section 9${didYouMean(suggestions) || '.'}`, {
      ...about,
      suggestions,
    });
    return;
  }
  if (/^[A-Z]/.test(name)) {
    const suggestions = nearest(name, together(bound.keys(), declarations.entities));
    context.report('undefined-entity', node, `The entity “${name}” is not declared in section 3${didYouMean(suggestions) || '.'}`, {
      ...about,
      suggestions,
    });
    return;
  }
  const entity = row ?? self;
  const builtIn = [...(alias ? [alias] : []), 'me', 'now', 'today', ...(entity === null ? [] : ['self'])];
  const fields = entity === null ? [] : context.fieldsOf(entity).keys();
  const names = together(builtIn, context.variables.keys(), fields, bound.keys(), declarations.constants.keys(), declarations.entities);
  const suggestions = nearest(name, names);
  const where = entity === null ? 'not a bound name, a constant or an entity' : `not a field of ${entity}, a constant or an entity`;
  context.report('undefined-name', node, `“${name}” is not declared: it is ${where}${didYouMean(suggestions) || '.'}`, {
    ...about,
    suggestions,
    ...(entity === null ? {} : { entity }),
  });
}
