import type { Fix } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { Problem } from '../../expression/expression.ts';
import type { Kind, Reference } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';
import type { Block } from '../../syntax/tree.ts';
import { isTypo, replaceName } from '../fixes.ts';
import { isLeftOpen } from './open-sections.ts';
import { spanMatcher } from './span-matcher.ts';
import type { ModelFacts } from './survey.ts';

/** A name that is used but not declared. */
export interface UnknownName {
  readonly name: string;
  readonly span: Span;
  /** For fields, states and events: the entity in which it was looked up. */
  readonly within: string | null;
  /** For a bare name in an expression: the entity among whose fields it was looked up. */
  readonly fieldOf: string | null;
  readonly suggestions: readonly string[];
  /** Each suggestion as a fix. */
  readonly fix: readonly Fix[];
  /**
   * The expression checker's message, which has more context; null for a name in a cell or bullet.
   */
  readonly detail: string | null;
}

/** The undeclared names of one kind: in cells and bullets, in expressions, and in actions. */
export function unknownNames(model: Model, survey: ModelFacts, kind: Kind | null, problem: Problem['kind'] | null): UnknownName[] {
  if (kind !== null && isLeftOpen(model, kind)) return [];
  const found: UnknownName[] = [];
  const seen = new Set<number>();
  const add = (unknown: UnknownName): void => {
    if (seen.has(unknown.span.from)) return;
    seen.add(unknown.span.from);
    found.push(unknown);
  };
  const { references, problems } = survey.once(open);
  for (const reference of references) {
    if (reference.kind !== kind) continue;
    // If the enclosing entity is undeclared, only that is reported.
    if (reference.within !== null && survey.entity(reference.within) === undefined) continue;
    add({
      name: reference.text,
      span: reference.span,
      within: reference.within,
      fieldOf: null,
      suggestions: reference.suggestions,
      fix: replaceName(reference.text, reference.span, reference.suggestions),
      detail: null,
    });
  }
  for (const { source, one } of (problem === null ? undefined : problems.get(problem)) ?? []) {
    const name = source.source.slice(one.from, one.to);
    const span = { from: source.at(one.from), to: source.at(one.to) };
    if (
      (problem === 'undefined-field' && survey.once(meantToFail)(span)) ||
      (problem === 'undefined-name' &&
        (survey.once(aboutNothing)(span) || isLeftOpen(model, constantForm.test(name) ? 'constant' : 'field')))
    )
      continue;
    add({
      name,
      span,
      within: one.subject ?? null,
      fieldOf: one.entity ?? null,
      suggestions: one.suggestions,
      fix: fixesOf(survey, source, one),
      detail: one.message,
    });
  }
  return found;
}

/**
 * All undeclared names and expression problems of a document, collected once for the rules about
 * them, since most documents have few.
 */
interface Open {
  /** References to undeclared names. */
  readonly references: readonly Reference[];
  readonly problems: ReadonlyMap<Problem['kind'], readonly { readonly source: Source; readonly one: Problem }[]>;
}

function open(model: Model, survey: ModelFacts): Open {
  const problems = new Map<Problem['kind'], { source: Source; one: Problem }[]>();
  const note = (source: Source): void => {
    for (const one of source.problems) {
      const list = problems.get(one.kind);
      if (list === undefined) problems.set(one.kind, [{ source, one }]);
      else list.push({ source, one });
    }
  };
  for (const { expression } of survey.expressions()) note(expression);
  for (const { action } of model.actions) note(action);
  return { references: model.references.filter(({ found }) => !found), problems };
}

const blocksOf = ({ tree }: Model): Block[] => [...tree.sections.flatMap((section) => section.blocks), ...tree.loose];

const inTable = (model: Model): ((span: Span) => boolean) =>
  spanMatcher(blocksOf(model).flatMap((block) => (block.kind === 'table' ? [block.span] : [])));

/** The checker's suggestions as text edits. */
function fixesOf(survey: ModelFacts, source: Source, { kind, from, to, suggestions, certain }: Problem): readonly Fix[] {
  if (suggestions.length === 0) return [];
  const at = (offset: number): number => source.at(offset);
  const text = source.source.slice(from, to);
  const tabled = survey.once(inTable)({ from: at(from), to: at(from) + 1 });
  return suggestions.map((suggestion) => {
    const insert = tabled ? suggestion.replaceAll('|', '\\|') : suggestion;
    const title = `Write “${suggestion}”`;
    // An unclosed bracket is closed at the end of the expression; a quoted value keeps its quotes.
    if (/^[([{]$/.test(text)) return { title, edits: [{ from: at(source.source.length), to: at(source.source.length), insert }] };
    const quoted = /^(["']).*\1$/.test(text) && !/^["']/.test(suggestion) ? 1 : 0;
    const safe = certain === true || (kind.startsWith('undefined-') && isTypo(text.slice(quoted, text.length - quoted), suggestions));
    return { title, edits: [{ from: at(from + quoted), to: at(to - quoted), insert }], safe };
  });
}

/** Problems of one kind with their places in the document and the checker's messages. */
export function problems(
  survey: ModelFacts,
  kind: Problem['kind'],
): { readonly message: string; readonly span: Span; readonly fix: readonly Fix[] }[] {
  return (survey.once(open).problems.get(kind) ?? [])
    .map(({ source, one }) => ({
      message: one.message,
      span: { from: source.at(one.from), to: source.at(one.to) },
      fix: fixesOf(survey, source, one),
    }))
    .filter(({ span }) => kind !== 'type' || !survey.once(meantToFail)(span));
}

interface Source {
  readonly source: string;
  readonly problems: readonly Problem[];
  at(offset: number): number;
}

const constantForm = /^[A-Z][A-Z0-9_]+$/;

/**
 * Returns a function that tells whether a place is in a row about an undeclared entity. Its names
 * cannot be resolved, and another finding reports the entity.
 */
function aboutNothing(model: Model, survey: ModelFacts): (span: Span) => boolean {
  const rows = [...model.rules, ...(model.permissions ?? []), ...model.views, ...model.machines];
  return spanMatcher(
    rows.filter(({ entity }) => survey.entity(typeof entity === 'string' ? entity : entity.text) === undefined).map(({ span }) => span),
  );
}

/**
 * Returns a function that tells whether a place is in a step expected to fail with INVALID, where a
 * value or field that does not fit is intended.
 */
function meantToFail(model: Model): (span: Span) => boolean {
  const rows = model.scenarios.flatMap((scenario) => scenario.rows);
  return spanMatcher(rows.filter(({ expect }) => expect.kind === 'refused' && expect.error.text === 'INVALID').map(({ span }) => span));
}
