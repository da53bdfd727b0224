import type { Fix } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { Problem } from '../../expression/expression.ts';
import type { Kind, Reference } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';
import type { Block } from '../../syntax/tree.ts';
import { isSlip, replaceName } from '../fixes.ts';
import { coveredBy } from './covered-by.ts';
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
  /**
   * What the expression checker says of it, which knows more about the place; null for a name in a
   * cell or a bullet.
   */
  readonly said: string | null;
}

/**
 * The names of one kind that are not declared: in cells and bullets, in expressions and in the
 * words of actions.
 */
export function unknownNames(model: Model, survey: Survey, kind: Kind | null, problem: Problem['kind'] | null): UnknownName[] {
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
      suggestions: one.suggestions,
      fix: fixesOf(survey, source, one),
      said: one.message,
    });
  }
  return found;
}

/**
 * What is open in a document, for all the rules about names and expressions: most documents have
 * little of it.
 */
interface Open {
  /** To names that are not declared. */
  readonly references: readonly Reference[];
  readonly problems: ReadonlyMap<Problem['kind'], readonly { readonly source: Source; readonly one: Problem }[]>;
}

function open(model: Model, survey: Survey): Open {
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
  coveredBy(blocksOf(model).flatMap((block) => (block.kind === 'table' ? [block.span] : [])));

/** What the checker suggests, as edits of the document. */
function fixesOf(survey: Survey, source: Source, { kind, from, to, suggestions }: Problem): readonly Fix[] {
  if (suggestions.length === 0) return [];
  const at = (offset: number): number => source.at(offset);
  const text = source.source.slice(from, to);
  const tabled = survey.once(inTable)({ from: at(from), to: at(from) + 1 });
  return suggestions.map((suggestion) => {
    const insert = tabled ? suggestion.replaceAll('|', '\\|') : suggestion;
    const title = `Write “${suggestion}”`;
    // A bracket without an end is closed where the expression ends; a value in quotes keeps them.
    if (/^[([{]$/.test(text)) return { title, edits: [{ from: at(source.source.length), to: at(source.source.length), insert }] };
    const quoted = /^(["']).*\1$/.test(text) && !/^["']/.test(suggestion) ? 1 : 0;
    const safe = kind.startsWith('undefined-') && isSlip(text.slice(quoted, text.length - quoted), suggestions);
    return { title, edits: [{ from: at(from + quoted), to: at(to - quoted), insert }], safe };
  });
}

/** Problems of a kind with their places in the document and what the checker says. */
export function problems(
  survey: Survey,
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
 * A row about an entity that is not declared: none of the names in it can be known, and one finding
 * says why.
 */
function aboutNothing(model: Model, survey: Survey): (span: Span) => boolean {
  const rows = [...model.rules, ...(model.permissions ?? []), ...model.views, ...model.machines];
  return coveredBy(
    rows.filter(({ entity }) => survey.entity(typeof entity === 'string' ? entity : entity.text) === undefined).map(({ span }) => span),
  );
}

/**
 * A step that is meant to be refused as INVALID shows just that: a value or a field that does not
 * fit is its point.
 */
function meantToFail(model: Model): (span: Span) => boolean {
  const rows = model.scenarios.flatMap((scenario) => scenario.rows);
  return coveredBy(rows.filter(({ expect }) => expect.kind === 'refused' && expect.error.text === 'INVALID').map(({ span }) => span));
}
