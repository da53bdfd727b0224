import type { Clause, Step } from '../action.ts';
import type { Expression, Problem } from '../expression.ts';
import { StepReader, type Vocabulary } from './action-reader.ts';
import { type Explained, explainAssignment, explainKey, explainValues } from './other-notations.ts';
import { parseExpression } from './parse.ts';
import type { Token } from './tokens.ts';

/** The action that the tokens belong to. */
export interface ActionSource {
  readonly source: string;
  at(offset: number): number;
  readonly vocabulary: Vocabulary;
}

/** Explains a step in the form of another language; undefined: it is none, or an event. */
function writtenOtherwise({ source, vocabulary }: ActionSource, tokens: readonly Token[]): Explained | undefined {
  const text = source.slice(tokens[0]?.from, tokens.at(-1)?.to);
  if (vocabulary.events.longest(text) !== null) return undefined;
  return (
    explainKey(source, tokens) ??
    explainValues(source, tokens) ??
    (vocabulary.place === 'effect' ? explainAssignment(source, tokens) : undefined)
  );
}

/**
 * Reads one step: a plain one, or one (or several in parentheses) after `for x in LIST:` or `when
 * CONDITION:`. `within` records which clauses enclose a step.
 */
export function readSteps(from: ActionSource, tokens: readonly Token[], end: number, problems: Problem[]): Step[] {
  const clauses: Clause[] = [];
  let rest = tokens;
  for (let clause = readClause(from, rest, end); clause !== null; clause = readClause(from, rest, end)) {
    if ('problem' in clause) {
      problems.push(clause.problem);
      return [unreadable(from, tokens, end)];
    }
    clauses.push(clause.clause);
    rest = clause.rest;
  }
  if (clauses.length === 0) {
    const assigned = writtenOtherwise(from, rest);
    if (assigned !== undefined) {
      problems.push({ kind: 'syntax', ...assigned });
      return [unreadable(from, tokens, end)];
    }
    const reader = new StepReader(from.source, rest, end, from.at, from.vocabulary);
    const step = reader.read() ?? unreadable(from, tokens, end);
    problems.push(...reader.problems);
    return [step];
  }
  const isGroup = rest[0]?.text === '(' && rest.at(-1)?.text === ')' && closing(rest) === rest.length - 1;
  const parts = isGroup ? splitSteps(rest.slice(1, -1), rest.at(-1)?.from ?? end) : [{ tokens: rest, from: 0, to: end }];
  const steps = parts.flatMap((part) => (part.tokens.length === 0 ? [] : readSteps(from, part.tokens, part.to, problems)));
  if (steps.length === 0) {
    const last = tokens.at(-1);
    const message = 'Say what to do after “:”: one action, or several in parentheses.';
    problems.push({ kind: 'syntax', from: last?.from ?? 0, to: last?.to ?? end, message, suggestions: [] });
  }
  return steps.map((step, index) => ({
    ...step,
    within: [...clauses, ...(step.within ?? [])],
    opens: index === 0 ? clauses.length + (step.opens ?? 0) : step.opens,
  }));
}

export interface ActionPart {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
}

/**
 * Splits at every `;` outside brackets. If the brackets are unbalanced, splits at every `;`, so
 * that a typo spoils only one step.
 */
export function splitSteps(tokens: readonly Token[], end: number): readonly ActionPart[] {
  const balanced = tokens.filter(({ kind }) => kind === 'open').length === tokens.filter(({ kind }) => kind === 'close').length;
  const parts: ActionPart[] = [];
  let current: Token[] = [];
  let from = tokens[0]?.from ?? 0;
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    if (token.kind !== 'semicolon' || (balanced && depth > 0)) {
      current.push(token);
      continue;
    }
    parts.push({ tokens: current, from, to: token.from });
    current = [];
    from = token.to;
  }
  parts.push({ tokens: current, from, to: end });
  return parts;
}

/** Reads a clause, or returns null if none begins here. */
function readClause(
  from: ActionSource,
  tokens: readonly Token[],
  end: number,
): { readonly clause: Clause; readonly rest: readonly Token[] } | { readonly problem: Problem } | null {
  const [first, name, word] = tokens;
  if (first?.kind !== 'name' || (first.text !== 'for' && first.text !== 'when')) return null;
  // An event may be named `for review`.
  if (from.vocabulary.events.longest(from.source.slice(first.from, end)) !== null) return null;
  const broken = (message: string) => ({
    problem: { kind: 'syntax', from: first.from, to: tokens.at(-1)?.to ?? end, message, suggestions: [] } satisfies Problem,
  });
  const isFor = first.text === 'for';
  if (isFor && (name?.kind !== 'name' || word?.text !== 'in'))
    return broken('Write “for x in LIST: ACTION”, such as “for l in lines: delete l”.');
  const begins = isFor ? 3 : 1;
  const colon = colonIn(tokens, begins);
  const [expressionFirst, last] = [tokens[begins], tokens[colon - 1]];
  if (colon < 0 || colon === begins || expressionFirst === undefined || last === undefined)
    return broken(
      isFor
        ? 'Write “for x in LIST: ACTION”: the list or its “:” is missing.'
        : 'Write “when CONDITION: ACTION”: the condition or its “:” is missing.',
    );
  const expression = part(from, expressionFirst.from, last.to);
  const span = { from: from.at(first.from), to: from.at(tokens[colon]?.to ?? last.to) };
  const clause: Clause =
    isFor && name !== undefined
      ? {
          id: first.from,
          span,
          kind: 'for',
          name: { text: name.text, span: { from: from.at(name.from), to: from.at(name.to) } },
          list: expression,
        }
      : { id: first.from, span, kind: 'when', condition: expression };
  return { clause, rest: tokens.slice(colon + 1) };
}

/** The index of the `:` that ends a clause: outside brackets, and not part of `a ? b : c`. */
function colonIn(tokens: readonly Token[], begins: number): number {
  let depth = 0;
  let openTernaries = 0;
  for (const [index, token] of tokens.entries()) {
    if (index < begins) continue;
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    if (depth > 0) continue;
    if (token.text === '?') openTernaries++;
    if (token.text === ':' && openTernaries-- === 0) return index;
  }
  return -1;
}

/** The index of the bracket that closes the first token. */
function closing(tokens: readonly Token[]): number {
  let depth = 0;
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === 'open') depth++;
    if (kind === 'close' && --depth === 0) return index;
  }
  return -1;
}

function part({ source, at }: ActionSource, from: number, to: number): Expression {
  return parseExpression(source.slice(from, to), { from: at(from), to: at(to) }, (offset) => at(from + offset));
}

function unreadable(from: ActionSource, tokens: readonly Token[], end: number): Step {
  const declared = tokens.filter((token, index) => token.kind === 'name' && tokens[index - 1]?.text === 'as');
  const names = declared.map(({ text, ...token }) => ({ text, span: { from: from.at(token.from), to: from.at(token.to) } }));
  return { kind: 'broken', span: spanOf(from, tokens, end), names };
}

const spanOf = ({ at }: ActionSource, tokens: readonly Token[], end: number) => ({
  from: at(tokens[0]?.from ?? 0),
  to: at(tokens.at(-1)?.to ?? end),
});
