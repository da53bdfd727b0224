import type { Span } from '../base/span.ts';
import type { Problem } from '../expression/expression.ts';
import type { Kind } from '../model/facts/common.ts';
import type { Model } from '../model/model.ts';
import type { Survey } from './survey.ts';

/** A name that is used and not declared. */
export interface UnknownName {
  readonly name: string;
  readonly span: Span;
  /** For fields, states and events: the entity in which it was looked up. */
  readonly within: string | null;
  readonly suggestions: readonly string[];
  /** What the expression checker says of it, which knows more about the place; null for a name in a cell or a bullet. */
  readonly said: string | null;
}

/** The names of one kind that are not declared: in cells and bullets, in expressions and in the words of actions. */
export function unknownNames(model: Model, survey: Survey, kind: Kind | null, problem: Problem['kind'] | null): UnknownName[] {
  const found: UnknownName[] = [];
  const seen = new Set<number>();
  const add = (unknown: UnknownName): void => {
    if (seen.has(unknown.span.from)) return;
    seen.add(unknown.span.from);
    found.push(unknown);
  };
  for (const reference of model.references) {
    if (reference.kind !== kind || reference.found) continue;
    // Within something that is itself not declared, nothing can be known: one finding says so.
    if (reference.within !== null && survey.entity(reference.within) === undefined) continue;
    add({ name: reference.text, span: reference.span, within: reference.within, suggestions: reference.suggestions, said: null });
  }
  for (const { source, at, problems } of expressionsAndActions(model, survey)) {
    for (const one of problems) {
      if (one.kind !== problem) continue;
      const name = source.slice(one.from, one.to);
      const span = { from: at(one.from), to: at(one.to) };
      add({ name, span, within: one.subject ?? null, suggestions: one.suggestions, said: one.message });
    }
  }
  return found;
}

/** Problems of a kind with their places in the document and what the checker says. */
export function problems(
  model: Model,
  survey: Survey,
  kind: Problem['kind'],
): { readonly problem: Problem; readonly span: Span; readonly place: string }[] {
  return expressionsAndActions(model, survey).flatMap(({ at, problems, place }) =>
    problems
      .filter((problem) => problem.kind === kind)
      .map((problem) => ({ problem, span: { from: at(problem.from), to: at(problem.to) }, place })),
  );
}

interface Source {
  readonly source: string;
  readonly problems: readonly Problem[];
  readonly place: string;
  at(offset: number): number;
}

function expressionsAndActions(model: Model, survey: Survey): Source[] {
  return [
    ...survey.expressions().map(({ expression, place }) => ({
      source: expression.source,
      problems: expression.problems,
      place,
      at: (offset: number) => expression.at(offset),
    })),
    ...model.actions.map(({ action, place }) => ({
      source: action.source,
      problems: action.problems,
      place,
      at: (offset: number) => action.at(offset),
    })),
  ];
}
