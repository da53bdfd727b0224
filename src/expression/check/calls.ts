import { RE2JS } from 're2js';
import { nearest, together } from '../../base/nearest.ts';
import { own } from '../../base/own.ts';
import { re2 } from '../evaluate/patterns.ts';
import type { Node } from '../node.ts';
import { accepts, type Signature, signatures, signaturesByName, takesCount } from '../types/signatures.ts';
import { anyType, type Type } from '../types/type.ts';
import { elementOf, isOpen, join, listOf, recordOf, textType } from '../types/type-relations.ts';
import { didYouMean, typeWords } from '../types/type-words.ts';
import type { Context } from './context.ts';
import { checkMonths, requireBoolean } from './operators.ts';

// Installs RE2, since expressions checked here may also be evaluated here.
re2.set(RE2JS);

type Check = (node: Node, hint?: Type) => Node;
type CallNode = Extract<Node, { kind: 'call' }>;

/** The range of a function's or method's name in the source. */
export function namePlace(context: Context, node: CallNode): { readonly from: number; readonly to: number } {
  const from = node.target === null ? node.from : context.source.indexOf(node.name, node.target.to);
  return { from, to: from + node.name.length };
}

export function checkCall(context: Context, node: CallNode, check: Check): Node {
  const viewed = node.target === null ? context.environment.declarations.views.get(node.name) : undefined;
  if (viewed !== undefined) return checkView(context, node, viewed, check);
  checkMonths(context, node);
  if (node.name === 'given' && node.target === null) return checkGiven(context, node, check);
  const target = node.target === null ? null : check(node.target);
  const args = node.args.map((arg) => check(arg));
  const done = (type: Type): Node => ({ ...node, target, args, type });
  const known = signaturesByName.get(node.name);
  if (known === undefined) {
    reportUnknown(context, node);
    return done(anyType);
  }
  const styled = known.filter(({ style }) => style === 'both' || style === (target === null ? 'function' : 'method'));
  if (styled.length === 0) {
    const form = target === null ? `x.${node.name}(…)` : `${node.name}(x)`;
    context.report('undefined-function', namePlace(context, node), `“${node.name}” is written “${form}”.`, { subject: node.name });
    return done(anyType);
  }
  const all = target === null ? args : [target, ...args];
  const counted = styled.filter((signature) => takesCount(signature, all.length));
  if (counted.length === 0) {
    context.report('type', node, wrongCount(styled, node, target === null ? 0 : 1));
    return done(anyType);
  }
  const types = all.map((arg) => arg.type);
  const fitting = counted.find((signature) => types.every((type, index) => accepts(wantedAt(signature, index), type)));
  if (fitting === undefined) {
    reportArgument(context, node, counted, all);
    return done(anyType);
  }
  if (node.name === 'matches') checkPattern(context, all[1]);
  if (all.some((arg) => isOpen(arg.type)) && counted.length > 1) {
    const results = new Set(counted.map(({ result }) => (typeof result === 'function' ? '?' : result.kind)));
    if (results.size > 1) return done(anyType);
  }
  return done(typeof fitting.result === 'function' ? fitting.result(types) : fitting.result);
}

const wantedAt = ({ parameters }: Signature, index: number) => parameters[index] ?? parameters.at(-1) ?? 'any';

function wrongCount(known: readonly Signature[], node: CallNode, before: number): string {
  const least = Math.min(...known.map(({ parameters, optional = 0 }) => parameters.length - optional - before));
  const most = Math.max(...known.map(({ parameters, rest }) => (rest ? Number.POSITIVE_INFINITY : parameters.length - before)));
  const wanted = most === least ? String(least) : most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`;
  const things = wanted === '1' ? 'value' : 'values';
  return `${node.name}() takes ${wanted === '0' ? 'no' : wanted} ${things} in its brackets, but here ${node.args.length === 1 ? 'is' : 'are'} ${node.args.length}.`;
}

function reportArgument(context: Context, node: CallNode, known: readonly Signature[], all: readonly Node[]): void {
  // Reports the first argument that no signature accepts; if each is accepted by some signature,
  // the last one.
  const index = all.findIndex((arg, place) => known.every((signature) => !accepts(wantedAt(signature, place), arg.type)));
  const wrong = all[index < 0 ? all.length - 1 : index];
  if (wrong === undefined) return;
  const words = new Set(known.map((signature) => wantedWords(wantedAt(signature, index < 0 ? all.length - 1 : index))));
  const message = `${node.name}() takes ${[...words].join(' or ')}, but ${context.quote(wrong)} is ${typeWords(wrong.type)}.`;
  context.report('type', wrong, message);
}

function wantedWords(wanted: ReturnType<typeof wantedAt>): string {
  if (wanted === 'number') return 'a number';
  if (wanted === 'textual') return 'text';
  if (wanted === 'list' || wanted === 'map') return `a ${wanted}`;
  if (wanted === 'list of text' || wanted === 'list of numbers') return `a ${wanted}`;
  if (wanted === 'records') return 'a list of records';
  return typeWords({ kind: wanted } as Type);
}

function checkPattern(context: Context, node: Node | undefined): void {
  if (node?.kind !== 'literal' || typeof node.value !== 'string') return;
  try {
    RE2JS.compile(node.value);
  } catch {
    context.report('type', node, `The pattern ${context.quote(node)} cannot be read. It is a regular expression as RE2 knows it.`);
  }
}

/** `given(name)`, where the name is bound by Takes, the query or a parameter of the event. */
function checkGiven(context: Context, node: CallNode, check: Check): Node {
  const args = node.args.map((arg) => check(arg));
  const [name] = args;
  const isBound = name?.kind === 'name' && name.resolution.kind === 'bound' && context.environment.bound.has(name.name);
  if (!isBound || args.length > 1)
    context.report(
      'type',
      node,
      'given() asks whether a request contains a name: write one name of Takes, of the query or of an event’s parameters, as in given(title).',
    );
  return { ...node, target: null, args, type: { kind: 'boolean' } };
}

function checkView(context: Context, node: CallNode, entity: string, check: Check): Node {
  const args = node.args.map((arg) => check(arg));
  const [record] = args;
  const type: Type = { kind: 'view', view: node.name };
  if (record === undefined || args.length > 1) {
    context.report('type', node, `The view ${node.name} takes one ${entity}, but here are ${args.length} values.`);
  } else if (!isOpen(record.type) && !(record.type.kind === 'record' && record.type.entity === entity)) {
    const element = elementOf(record.type);
    const advice = element?.kind === 'record' ? ` Write ${context.source.slice(record.from, record.to)}.map(x, ${node.name}(x)).` : '';
    const message = `The view ${node.name} takes ${typeWords(recordOf(entity))}, but ${context.quote(record)} is ${typeWords(record.type)}.${advice}`;
    context.report('type', record, message);
  }
  return { ...node, target: null, args, type };
}

/** What to write in place of functions of other languages. */
const functionsElsewhere: Readonly<Record<string, string>> = {
  count: '“size(list)”, with “.filter(x, …)” before it for some of a list',
  len: '“size(x)”',
  length: '“size(x)”',
  coalesce: '“a == null ? b : a”',
  if: '“condition ? one : the other”',
  any: '“list.exists(x, …)”',
  some: '“list.exists(x, …)”',
  every: '“list.all(x, …)”',
  average: '“avg(list)”',
};

const spanMeant = ([unit, each]: readonly [string, number], count: string): string =>
  `${unit}(${/^\d+$/.test(count) ? Number(count) * each : `${each} * (${count})`})`;

function reportUnknown(context: Context, node: CallNode): void {
  const place = namePlace(context, node);
  const { views } = context.environment.declarations;
  if (/^[A-Z]/.test(node.name) && node.target === null) {
    const suggestions = nearest(node.name, views.keys());
    context.report('undefined-view', place, `The view “${node.name}” is not declared in section 7${didYouMean(suggestions) || '.'}`, {
      suggestions,
      subject: node.name,
    });
    return;
  }
  const spans: Readonly<Record<string, readonly [unit: string, count: number]>> = { weeks: ['days', 7], years: ['months', 12] };
  const span = own(spans, node.name);
  const [count] = node.args;
  if (span !== undefined && count !== undefined && node.args.length === 1 && node.target === null) {
    const meant = spanMeant(span, context.source.slice(count.from, count.to));
    const message = `There is no function “${node.name}”. Write “${meant}”.`;
    context.report('undefined-function', node, message, { suggestions: [meant], subject: node.name, certain: true });
    return;
  }
  const [, unit] = /^(minutes|hours|days)_?(?:between|diff|difference)$/i.exec(node.name) ?? [];
  const [from, to] = node.args.map((arg) => context.source.slice(arg.from, arg.to));
  if (unit !== undefined && from !== undefined && to !== undefined && node.target === null) {
    const meant = `${unit.toLowerCase()}(${to} - ${from})`;
    const message = `There is no function “${node.name}”. Write “${meant}”, which counts whole ${unit.toLowerCase()}.`;
    context.report('undefined-function', node, message, { suggestions: [meant], subject: node.name, certain: true });
    return;
  }
  if (node.name === 'uint') {
    context.report('undefined-function', place, 'There are no unsigned numbers here: write int(x).', {
      suggestions: ['int'],
      subject: 'uint',
    });
    return;
  }
  const meant = own(functionsElsewhere, node.name.toLowerCase());
  if (meant !== undefined) {
    context.report('undefined-function', place, `There is no function “${node.name}”. Write ${meant}.`, {
      suggestions: [],
      subject: node.name,
    });
    return;
  }
  const macros = ['has', 'given', 'exists', 'all', 'filter', 'map', 'exists_one', 'series'];
  const functions = signatures.map(({ name }) => name);
  const suggestions = nearest(node.name, together(functions, macros, views.keys()));
  context.report('undefined-function', place, `There is no function “${node.name}”${didYouMean(suggestions) || '.'}`, {
    suggestions,
    subject: node.name,
  });
}

/** Checks `series(12, {"due": starts}, previous, {"due": previous.due + months(1)})`. */
function checkSeries(context: Context, node: Extract<Node, { kind: 'macro' }>, check: Check): Node {
  const target = check(node.target);
  if (!isOpen(target.type) && target.type.kind !== 'integer')
    context.report(
      'type',
      target,
      `The count of series() must be a whole number, but ${context.quote(target)} is ${typeWords(target.type)}.`,
    );
  const filter = node.filter === null ? null : check(node.filter);
  const first = filter?.type ?? anyType;
  const body = context.within(node.variable, first, () => check(node.body));
  for (const entry of filter === null ? [body] : [filter, body])
    if (!isOpen(entry.type) && entry.type.kind !== 'map')
      context.report(
        'type',
        entry,
        `An entry of series() is written {"name": value}, but ${context.quote(entry)} is ${typeWords(entry.type)}.`,
      );
  const [keys, others] = [first, body.type].map((type) => (type.kind === 'map' ? [...(type.entries?.keys() ?? [])] : null));
  if (keys != null && others != null && [...keys].sort().join() !== [...others].sort().join())
    context.report(
      'type',
      body,
      `The entries of a series have the same names: the first has ${keys.join(', ')}, the next ${others.join(', ')}.`,
    );
  return { ...node, target, filter, body, type: listOf(joinEntries(first, body.type)) };
}

/**
 * Joins the types per key: the first entry may have an integer where later ones have a decimal or
 * null.
 */
function joinEntries(first: Type, next: Type): Type {
  if (first.kind !== 'map' || next.kind !== 'map' || first.entries === null || next.entries === null) return join(first, next);
  const entries = new Map([...first.entries].map(([key, type]): [string, Type] => [key, join(type, next.entries?.get(key) ?? anyType)]));
  return { kind: 'map', entries, value: anyType };
}

export function checkMacro(context: Context, node: Extract<Node, { kind: 'macro' }>, check: Check): Node {
  if (node.macro === 'series') return checkSeries(context, node, check);
  const target = check(node.target);
  const { environment } = context;
  const entity = environment.row ?? environment.self;
  if (entity !== null && context.fieldsOf(entity).has(node.variable)) {
    const from = context.source.indexOf(node.variable, context.source.indexOf('(', target.to));
    const message = `“${node.variable}” names each element here and hides the field “${node.variable}” of ${entity}. Give it another name.`;
    context.report('hidden-name', { from, to: from + node.variable.length }, message, { subject: entity });
  }
  let element = target.type.kind === 'map' || target.type.kind === 'view' ? textType : elementOf(target.type);
  if (element === undefined) {
    context.report('type', target, `“${node.macro}” needs a list, but ${context.quote(target)} is ${typeWords(target.type)}.`);
    element = anyType;
  }
  return context.within(node.variable, element, () => {
    const filter = node.filter === null ? null : check(node.filter);
    if (filter !== null) requireBoolean(context, filter, 'The condition of “map”');
    const body = check(node.body);
    if (node.macro !== 'map') requireBoolean(context, body, `The condition of “${node.macro}”`);
    const type: Type =
      node.macro === 'map'
        ? listOf(body.type)
        : node.macro !== 'filter'
          ? { kind: 'boolean' }
          : target.type.kind === 'list'
            ? listOf(target.type.of)
            : listOf(element);
    return { ...node, target, filter, body, type };
  });
}
