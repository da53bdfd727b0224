import type { Span } from '../src/base/span.ts';
import { type Action, expressionsOf } from '../src/expression/action.ts';
import type { Expression } from '../src/expression/expression.ts';
import type { Node } from '../src/expression/node.ts';
import { visit } from '../src/expression/visit.ts';
import type { Call } from '../src/model/ast/calls.ts';
import { entityOf } from '../src/model/lookup.ts';
import type { Model } from '../src/model/model.ts';
import { readModel } from '../src/model/read.ts';

/** One clause of a document, changed as a developer may get it wrong. */
export interface Mistake {
  /** The kind of clause: `guard`, `effect`. */
  readonly clause: string;
  /** The kind of mistake: `left out`, `at the boundary`. */
  readonly what: string;
  readonly at: Span;
  readonly insert: string;
  /** Further edits that the mistake needs in order to show. */
  readonly also?: readonly Edit[];
}

interface Edit {
  readonly at: Span;
  readonly insert: string;
}

/**
 * The model of the document with the mistake; null if nothing changes or there are more problems
 * than before.
 */
export function withMistake(model: Model, { at, insert, also = [] }: Mistake): Model | null {
  const edits = [...also, { at, insert }].sort((one, other) => other.at.from - one.at.from);
  const text = edits.reduce((before, one) => before.slice(0, one.at.from) + one.insert + before.slice(one.at.to), model.text);
  const changed = text === model.text ? null : readModel(text);
  return changed === null || slipsOf(changed) > slipsOf(model) ? null : changed;
}

const slipsOf = ({ misreads, expressions, actions, references, holes }: Model): number =>
  misreads.length +
  holes.length +
  expressions.flatMap(({ expression }) => expression.problems).length +
  actions.flatMap(({ action }) => action.problems).length +
  references.filter(({ found }) => !found).length;

/** All supported mistakes in one clause of the document. */
export function mistakesIn(model: Model): readonly Mistake[] {
  const found: Mistake[] = [];
  const add = (clause: string, what: string, at: Span, insert: string): void => void found.push({ clause, what, at, insert });
  const into = (clause: string, expression: Expression | null): void => {
    if (expression !== null) for (const [what, at, insert] of expressionMistakes(model, expression)) add(clause, what, at, insert);
  };
  const cell = (clause: string, what: string, row: Span, header: string, insert: string): void => {
    const at = cellOf(model.text, row, header);
    if (at !== null) add(clause, what, at, insert);
  };
  const steps = (clause: string, action: Action | null, row: Span): void => {
    for (const step of action?.steps ?? []) {
      if (action?.steps.length === 1 && clause === 'effect') cell(clause, `${step.kind} left out`, row, 'Effect', ' ');
      else add(clause, `${step.kind} left out`, withSeparator(model.text, step.span), '');
      for (const expression of expressionsOf(step)) into(clause, expression);
    }
  };
  for (const { states, transitions } of model.machines)
    for (const { span, from, to, guard, error, effect } of transitions) {
      if (guard !== null) add('guard', 'left out', guard.span, 'true');
      into('guard', guard);
      steps('effect', effect, span);
      const other = states.find(({ name }) => name !== to?.text && !from.some(({ text }) => text === name))?.name;
      if (to !== null && other !== undefined) add('transition', 'to another state', to.span, other);
      if (from.length > 1)
        cell('transition', 'from one state less', span, 'From', ` ${from.slice(1).map(({ text }) => text).join(', ')} `); // biome-ignore format: one line
      if (from.length > 0 && other !== undefined)
        cell('transition', 'from one state more', span, 'From', ` ${[...from.map(({ text }) => text), other].join(', ')} `);
      const another = model.errors.find(({ name }) => error !== null && name.text !== error.text);
      if (error !== null && another !== undefined) add('guard', 'another error', error.span, another.name.text);
    }
  for (const { span, must, on, entity, error } of model.rules) {
    add('rule', 'left out', lineOf(model.text, span), '');
    if (must.kind === 'holds') into('rule', must.expression);
    else if (must.kind !== 'unknown') {
      into('unique', must.where);
      const [names, kind] = must.kind === 'unique' ? [must.fields, 'unique'] : [must.per, 'no overlap'];
      for (const name of names.length > 1 || must.kind === 'no-overlap' ? names : [])
        add(kind, 'one field less', withComma(model.text, name.span), '');
    }
    if (on.length > 0) cell('rule', 'at all times', span, 'On', ` ${entity.text} `);
    else cell('rule', 'only when made', span, 'On', ` ${entity.text} on create `);
    const another = model.errors.find(({ name }) => error !== null && name.text !== error.text);
    if (error !== null && another !== undefined) add('rule', 'another error', error.span, another.name.text);
  }
  for (const { cells, entity } of model.permissions ?? [])
    for (const [role, { span, grant }] of cells) {
      if (grant.kind === 'when') add('permission', 'without its condition', span, 'yes');
      // The calls must also let the role in.
      const also = model.calls.filter((call) => touches(call, entity.text)).flatMap((call) => rolesWith(model, call, role) ?? []);
      if (grant.kind === 'no') found.push({ clause: 'permission', what: 'given', at: span, insert: 'yes', also });
      if (grant.kind === 'yes' || grant.kind === 'when') add('permission', 'not given', span, 'no');
      if (grant.kind === 'when') into('permission', grant.expression);
    }
  for (const { fields } of model.entities)
    for (const { span, type, typeSpan, required, unique, default: usual, computed, choices } of fields) {
      if (required) cell('field', 'not required', span, 'Required', ' ');
      if (unique) cell('field', 'not unique', span, 'Unique', ' ');
      if (usual !== null) cell('field', 'without its default', span, 'Default', ' ');
      if (usual?.kind === 'expression') into('default', usual.expression);
      into('computed', computed);
      into('choices', choices);
      const words = model.text.slice(typeSpan.from, typeSpan.to);
      if ('maxLength' in type && type.maxLength !== undefined)
        add('field', 'one character more', typeSpan, words.replace(`(${type.maxLength})`, `(${type.maxLength + 1})`));
      if (type.kind === 'relation' && type.onDelete !== 'restrict')
        add('field', 'what depends on it stays', typeSpan, words.replace(/ on delete \w+/, ''));
      if (type.kind === 'relation' && type.onDelete === 'restrict')
        add('field', 'what depends on it goes', typeSpan, `${words} on delete cascade`);
    }
  for (const { span, does, returns, query } of model.calls) {
    if (!isWithin(model, span)) continue;
    for (const step of does?.steps ?? []) {
      if (step.kind === 'list') {
        if (step.where !== null) add('list', 'without a filter', step.where.span, 'true');
        into('list', step.where);
        for (const { field, descending } of step.sort) {
          const words = /^\s*(asc|desc)?/.exec(model.text.slice(field.span.to))?.[0] ?? '';
          add(
            'list',
            'in another order',
            { from: field.span.from, to: field.span.to + words.length },
            `${field.text} ${descending ? 'asc' : 'desc'}`,
          );
        }
        for (const paged of [step.limit, step.offset])
          if (paged !== null) add('list', 'not paged', paged.span, paged === step.limit ? '1000' : '0');
      } else if (step.kind === 'create' || step.kind === 'update' || step.kind === 'event')
        steps('call', { ...does, steps: [step] } as Action, span);
    }
    if (returns !== null) {
      into('answer', returns.body);
      const status = String(returns.status);
      const from = model.text.indexOf(status, returns.span.from);
      if (from >= 0) add('answer', 'another status', { from, to: from + status.length }, status === '200' ? '201' : '200');
    }
    for (const { name, default: usual } of query)
      if (usual !== null)
        add('list', 'another default', { from: name.span.to, to: name.span.to + 1 + usual.length }, `=${Number(usual) + 1 || 1}`);
  }
  for (const { entries, entity } of model.views)
    for (const { key, span, value } of entries) {
      add('view', 'key left out', lineOf(model.text, span), '');
      into('view', value);
      const other = entityOf(model, entity.text)?.fields.find(
        ({ name, valueType }) =>
          name.text !== key.text && valueType.kind === entityOf(model, entity.text)?.byName.get(key.text)?.valueType.kind,
      );
      if (value === null && other !== undefined) cell('view', 'another field', span, 'Value', ` \`${other.name.text}\` `);
    }
  for (const { value, valueSpan } of model.constants) {
    const words = model.text.slice(valueSpan.from, valueSpan.to);
    const number = /\d+/.exec(words)?.[0];
    if (value === undefined || number === undefined) continue;
    for (const by of [-1, 1])
      add('constant', by < 0 ? 'one less' : 'one more', valueSpan, words.replace(number, String(Number(number) + by)));
  }
  for (const { span, status } of model.errors) cell('error', 'another status', span, 'Status', ` ${status === 422 ? 400 : 422} `);
  return found;
}

/** Whether a span is in a table of the text; calls that section 7 does not list are not. */
const isWithin = (model: Model, span: Span): boolean => /^\|/.test(lineAt(model.text, span.from)) && span.to <= model.text.length;

const touches = ({ does }: Call, entity: string): boolean =>
  does?.steps.some((step) =>
    'entity' in step
      ? step.entity.text === entity
      : 'target' in step && step.target.type.kind === 'record' && step.target.type.entity === entity,
  ) === true;

/** Adds a role to the cell of a call's roles; null if everyone or that role may call it already. */
function rolesWith({ text }: Model, { span, roles }: Call, role: string): Edit | null {
  const at = roles.length === 0 || roles.some((one) => one.text === role) ? null : cellOf(text, span, 'Roles');
  return at === null ? null : { at, insert: ` ${[...roles.map((one) => one.text), role].join(', ')} ` };
}

type Change = readonly [what: string, at: Span, insert: string];

const boundary: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

function expressionMistakes(model: Model, expression: Expression): readonly Change[] {
  if (expression.node === null) return [];
  const found: Change[] = [];
  const place = ({ from, to }: Span): Span => ({ from: expression.at(from), to: expression.at(to) });
  const written = (node: Span): string => {
    const { from, to } = place(node);
    return model.text.slice(from, to);
  };
  visit(expression.node, (node) => {
    const instead = (what: string, insert: string, at: Span = node): void => void found.push([what, place(at), insert]);
    if (node.kind === 'binary') {
      const { operator, left, right } = node;
      const between = { from: left.to, to: right.from };
      if (operator === '&&' || operator === '||')
        for (const [kept, gone] of [[left, right], [right, left]] as const) // biome-ignore format: one line
          instead(
            operator === '&&' ? 'a condition less' : 'an alternative less',
            written(kept),
            gone === right ? { from: left.from, to: gone.to } : { from: gone.from, to: right.to },
          );
      const other = boundary[operator];
      if (other !== undefined) instead('at the boundary', written(between).replace(operator, other), between);
      if (operator === '+' || operator === '-') {
        instead('added for subtracted', written(between).replace(operator, operator === '+' ? '-' : '+'), between);
        instead('a term less', written(left));
      }
      if (operator === '*') instead('a factor less', written(left));
    }
    if (node.kind === 'unary' && node.operator === '!') instead('not negated', written(node.operand));
    if (node.kind === 'macro') {
      const name = /\.\s*(all|exists)\s*\(/.exec(written({ from: node.target.to, to: node.body.from }));
      if (name !== null)
        instead(
          'one for all',
          written({ from: node.target.to, to: node.body.from }).replace(name[1] ?? '', name[1] === 'all' ? 'exists' : 'all'),
          { from: node.target.to, to: node.body.from },
        );
      if (node.macro === 'filter') instead('not filtered', written(node.target));
    }
    if (node.kind === 'conditional') {
      instead('without the other case', written(node.then));
      instead('without the case', written(node.otherwise));
    }
    if (node.kind === 'literal' && typeof node.value === 'bigint') instead('one more', String(node.value + 1n));
    if (node.kind === 'list' && node.items.length > 1) instead('one value less', `[${node.items.slice(0, -1).map(written).join(', ')}]`);
    if (node.kind === 'call' && node.target === null && ['trim', 'lower', 'upper'].includes(node.name) && node.args[0] !== undefined)
      instead(`without ${node.name}`, written(node.args[0]));
    const other = otherField(model, node);
    if (other !== null) instead('another field', other, node.kind === 'select' ? { from: node.fieldFrom, to: node.to } : node);
  });
  return found;
}

/** A field of the same record with the same type of value; null if there is none. */
function otherField(model: Model, node: Node): string | null {
  const entity =
    node.kind === 'select' && node.operand.type.kind === 'record'
      ? node.operand.type.entity
      : node.kind === 'name' && (node.resolution.kind === 'self-field' || node.resolution.kind === 'row-field')
        ? node.resolution.entity
        : null;
  const name = node.kind === 'select' ? node.field : node.kind === 'name' ? node.name : '';
  const known = entity === null ? undefined : entityOf(model, entity)?.byName;
  const type = JSON.stringify(known?.get(name)?.valueType);
  const others = [...(known?.values() ?? [])].filter(
    (one) => !one.builtIn && one.name.text !== name && JSON.stringify(one.valueType) === type,
  );
  return others[0]?.name.text ?? null;
}

const lineAt = (text: string, at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, endOfLine(text, at));

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The line of a row, including its line break. */
const lineOf = (text: string, { from }: Span): Span => ({ from: text.lastIndexOf('\n', from - 1) + 1, to: endOfLine(text, from) + 1 });

/** The content of a row's cell in the column with this header; null if there is none. */
function cellOf(text: string, row: Span, header: string): Span | null {
  const lines = text.slice(0, row.from).split('\n');
  const head = lines.findLastIndex((line, place) => /^\|[-: |]+\|\s*$/.test(lines[place + 1] ?? '') && line.startsWith('|'));
  const column = barsIn(lines[head] ?? '').findIndex(
    (bar, place, bars) => (lines[head] ?? '').slice(bar + 1, bars[place + 1]).trim() === header,
  );
  const line = lineOf(text, row);
  const bars = barsIn(text.slice(line.from, line.to));
  const [from, to] = [bars[column], bars[column + 1]];
  return column < 0 || from === undefined || to === undefined ? null : { from: line.from + from + 1, to: line.from + to };
}

/** The positions of the unescaped bars in a table row. */
const barsIn = (line: string): readonly number[] => [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);

/** A step with the semicolon before it, or else the one after it. */
function withSeparator(text: string, { from, to }: Span): Span {
  const before = /;\s*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const after = before > 0 ? 0 : (/^\s*;\s*/.exec(text.slice(to))?.[0].length ?? 0);
  return { from: from - before, to: to + after };
}

function withComma(text: string, { from, to }: Span): Span {
  const before = /,\s*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const after = before > 0 ? 0 : (/^\s*,\s*/.exec(text.slice(to))?.[0].length ?? 0);
  return { from: from - before, to: to + after };
}
