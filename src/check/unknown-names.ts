import type { Fix } from '../base/finding.ts';
import type { Span } from '../base/span.ts';
import type { Problem } from '../expression/expression.ts';
import type { Kind } from '../model/facts/common.ts';
import type { Model } from '../model/model.ts';
import { isSlip, replaceName } from './fixes.ts';
import { isLeftOpen } from './open-sections.ts';
import type { Survey } from './survey.ts';

/** A name that is used and not declared. */
export interface UnknownName {
  readonly name: string;
  readonly span: Span;
  /** For fields, states and events: the entity in which it was looked up. */
  readonly within: string | null;
  readonly suggestions: readonly string[];
  /** Each suggestion as a fix. */
  readonly fix: readonly Fix[];
  /** What the expression checker says of it, which knows more about the place; null for a name in a cell or a bullet. */
  readonly said: string | null;
}

/** The names of one kind that are not declared: in cells and bullets, in expressions and in the words of actions. */
export function unknownNames(model: Model, survey: Survey, kind: Kind | null, problem: Problem['kind'] | null): UnknownName[] {
  if (kind !== null && isLeftOpen(model, kind)) return [];
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
    add({
      name: reference.text,
      span: reference.span,
      within: reference.within,
      suggestions: reference.suggestions,
      fix: replaceName(reference.text, reference.span, reference.suggestions),
      said: null,
    });
  }
  const meant = meantToFail(model);
  const nowhere = aboutNothing(model, survey);
  for (const { source, at, problems } of expressionsAndActions(model, survey)) {
    for (const one of problems) {
      if (one.kind !== problem) continue;
      const name = source.slice(one.from, one.to);
      const span = { from: at(one.from), to: at(one.to) };
      if (
        (problem === 'undefined-field' && meant(span)) ||
        (problem === 'undefined-name' && (nowhere(span) || isLeftOpen(model, constantForm.test(name) ? 'constant' : 'field')))
      )
        continue;
      add({
        name,
        span,
        within: one.subject ?? null,
        suggestions: one.suggestions,
        fix: fixesOf(model, at, source, one),
        said: one.message,
      });
    }
  }
  return found;
}

/** What the checker suggests, as edits of the document. */
function fixesOf(model: Model, at: (offset: number) => number, source: string, { kind, from, to, suggestions }: Problem): readonly Fix[] {
  const text = source.slice(from, to);
  const inTable = [...model.tree.sections.flatMap((section) => section.blocks), ...model.tree.loose].some(
    (block) => block.kind === 'table' && block.span.from <= at(from) && at(from) < block.span.to,
  );
  return suggestions.map((suggestion) => {
    const insert = inTable ? suggestion.replaceAll('|', '\\|') : suggestion;
    const title = `Write “${suggestion}”`;
    // A bracket without an end is closed where the expression ends; a value in quotes keeps them.
    if (/^[([{]$/.test(text)) return { title, edits: [{ from: at(source.length), to: at(source.length), insert }] };
    const quoted = /^(["']).*\1$/.test(text) && !/^["']/.test(suggestion) ? 1 : 0;
    const safe = kind.startsWith('undefined-') && isSlip(text.slice(quoted, text.length - quoted), suggestions);
    return { title, edits: [{ from: at(from + quoted), to: at(to - quoted), insert }], safe };
  });
}

/** Problems of a kind with their places in the document and what the checker says. */
export function problems(
  model: Model,
  survey: Survey,
  kind: Problem['kind'],
): { readonly message: string; readonly span: Span; readonly fix: readonly Fix[] }[] {
  const meant = meantToFail(model);
  return expressionsAndActions(model, survey).flatMap(({ source, at, problems }) =>
    problems
      .filter((problem) => problem.kind === kind)
      .map((problem) => ({
        message: problem.message,
        span: { from: at(problem.from), to: at(problem.to) },
        fix: fixesOf(model, at, source, problem),
      }))
      .filter(({ span }) => kind !== 'type' || !meant(span)),
  );
}

interface Source {
  readonly source: string;
  readonly problems: readonly Problem[];
  at(offset: number): number;
}

const constantForm = /^[A-Z][A-Z0-9_]+$/;

/** A row about an entity that is not declared: none of the names in it can be known, and one finding says why. */
function aboutNothing(model: Model, survey: Survey): (span: Span) => boolean {
  const rows = [
    ...model.rules.map(({ entity, span }) => ({ entity: entity.text, span })),
    ...(model.permissions ?? []).map(({ entity, span }) => ({ entity: entity.text, span })),
    ...model.views.map(({ entity, span }) => ({ entity: entity.text, span })),
    ...model.machines.map(({ entity, span }) => ({ entity, span })),
  ].filter(({ entity }) => survey.entity(entity) === undefined);
  return (span) => rows.some((row) => row.span.from <= span.from && span.to <= row.span.to);
}

/** A step that is meant to be refused as INVALID shows just that: a value or a field that does not fit is its point. */
function meantToFail(model: Model): (span: Span) => boolean {
  const rows = model.scenarios.flatMap((scenario) =>
    scenario.rows.filter(({ expect }) => expect.kind === 'refused' && expect.error.text === 'INVALID'),
  );
  return (span) => rows.some((row) => row.span.from <= span.from && span.to <= row.span.to);
}

function expressionsAndActions(model: Model, survey: Survey): Source[] {
  return [
    ...survey.expressions().map(({ expression }) => ({
      source: expression.source,
      problems: expression.problems,
      at: (offset: number) => expression.at(offset),
    })),
    ...model.actions.map(({ action }) => ({
      source: action.source,
      problems: action.problems,
      at: (offset: number) => action.at(offset),
    })),
  ];
}
