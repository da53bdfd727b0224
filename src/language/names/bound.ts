import type { Span } from '../../base/span.ts';
import { survey } from '../../check/analysis/survey.ts';
import { Watch } from '../../check/analysis/watch.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { children } from '../../expression/visit.ts';
import type { NamedThing } from '../symbol.ts';
import type { Collection } from './collect.ts';
import { type Scope, scopesOf } from './scopes.ts';

type Names = ReadonlyMap<string, NamedThing>;

/**
 * Collects bound names, with the places that bind them and use them. Macro variables are tracked in
 * `names`.
 */
export function collectBound(found: Collection): void {
  const scopes = scopesOf(found.model);
  for (const { bindings } of scopes) for (const { thing, span, declaration } of bindings) found.add(thing, span, declaration);
  const scopeAt = finder(scopes);
  for (const { expression } of survey(new Watch(found.model)).expressions()) {
    if (expression.node !== null) walk(found, expression, expression.node, scopeAt(expression.span.from)?.names ?? new Map());
  }
}

/** The bound names in scope at an offset. */
export function boundAt(scopes: readonly Scope[], offset: number): Names {
  return finder(scopes)(offset)?.names ?? new Map();
}

function walk(found: Collection, expression: Expression, node: Node, names: Names): void {
  if (node.kind === 'name') {
    // The row's name inside its own `where` was bound by `as`.
    const { kind } = node.resolution;
    const thing = kind === 'bound' || kind === 'row' ? names.get(node.name) : undefined;
    if (thing !== undefined) found.add(thing, place(expression, node.from, node.name.length));
    return;
  }
  if (node.kind !== 'macro') {
    for (const child of children(node)) walk(found, expression, child, names);
    return;
  }
  walk(found, expression, node.target, names);
  const from = variableFrom(expression.source, node);
  const span = place(expression, from, node.variable.length);
  const thing: NamedThing = { kind: 'name', text: node.variable, within: `macro ${span.from}` };
  found.add(thing, span, true);
  const inside = new Map([...names, [node.variable, thing]]);
  if (node.filter !== null) walk(found, expression, node.filter, node.macro === 'series' ? names : inside);
  walk(found, expression, node.body, inside);
}

/**
 * The offset of a macro's variable. The tree stores only its name: it is the first word after the
 * bracket or, in a series, after the first entry.
 */
function variableFrom(source: string, node: Node & { kind: 'macro' }): number {
  if (node.macro === 'series' && node.filter !== null) return source.indexOf(node.variable, node.filter.to);
  const match = /^[^(]*\(\s*/.exec(source.slice(node.target.to));
  return node.target.to + (match?.[0].length ?? 0);
}

export const place = (expression: { at(offset: number): number }, from: number, length: number): Span => ({
  from: expression.at(from),
  to: expression.at(from + length - 1) + 1,
});

function finder(scopes: readonly Scope[]): (offset: number) => Scope | null {
  const ranges = scopes.flatMap((scope) => scope.spans.map((span) => ({ span, scope }))).sort((a, b) => a.span.from - b.span.from);
  return (offset) => {
    let low = 0;
    let high = ranges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((ranges[middle]?.span.from ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const range = ranges[low];
    return range !== undefined && range.span.from <= offset && offset <= range.span.to ? range.scope : null;
  };
}
