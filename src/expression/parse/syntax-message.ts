import type { Problem } from '../expression.ts';
import { explainHabit } from './other-notations.ts';
import { endsOperand, type Token, tokenize } from './tokens.ts';

/**
 * A syntax error of the CEL parser: a code, a range, and a technical message unsuitable for
 * document authors.
 */
export interface RawSyntaxError {
  readonly code: string;
  readonly summary: string;
  readonly from: number;
  readonly to: number;
}

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Words used for operators in other languages. */
const otherWords: Record<string, string> = {
  and: '&&',
  or: '||',
  not: '!',
  is: '==',
  equals: '==',
  AND: '&&',
  OR: '||',
  NOT: '!',
  IN: 'in',
};

export const syntaxProblem = (from: number, to: number, message: string, suggestions: readonly string[] = []): Problem => ({
  kind: 'syntax',
  from,
  to: Math.max(to, from),
  message,
  suggestions,
});

/** Explains what is wrong with a source that does not parse, where, and how to correct it. */
export function explainSyntax(source: string, error: RawSyntaxError): Problem {
  const tokens = tokenize(source);
  if (tokens.length === 0) return syntaxProblem(0, source.length, 'There is no expression here.');
  const habit = explainHabit(source, tokens);
  if (habit !== undefined) return { kind: 'syntax', ...habit };
  const index = tokens.findIndex((token) => token.to > error.from);
  const at = index < 0 ? undefined : tokens[index];
  const before = index < 0 ? tokens.at(-1) : tokens[index - 1];
  return (
    explainCharacter(source, tokens, at, before) ??
    explainCode(source, error, at) ??
    explainBrackets(source, tokens, at) ??
    explainPlace(source, error, at, before)
  );
}

function explainCharacter(source: string, tokens: readonly Token[], at: Token | undefined, before: Token | undefined): Problem | undefined {
  const wrong = at !== undefined && (at.kind === 'assign' || at.kind === 'unknown') ? at : undefined;
  if (wrong?.kind === 'assign') {
    return syntaxProblem(wrong.from, wrong.to, 'A single “=” compares nothing. Write “==” to ask whether two things are equal.', ['==']);
  }
  if (wrong !== undefined) {
    if ('“”„‘’'.includes(wrong.text)) {
      return syntaxProblem(wrong.from, wrong.to, `The quote ${wrong.text} is a typographic one. Write a straight quote: "…".`, ['"']);
    }
    if (wrong.text === '&' || wrong.text === '|') {
      const doubled = wrong.text.repeat(2);
      return syntaxProblem(wrong.from, wrong.to, `A single “${wrong.text}” means nothing here. Write “${doubled}”.`, [doubled]);
    }
    const meant = { '≠': '!=', '≤': '<=', '≥': '>=', '×': '*', '÷': '/', '−': '-', '–': '-', '∧': '&&', '∨': '||', '¬': '!' }[wrong.text];
    if (meant !== undefined) {
      return syntaxProblem(wrong.from, wrong.to, `The sign “${wrong.text}” cannot be read. Write “${meant}”.`, [meant]);
    }
    return syntaxProblem(
      wrong.from,
      wrong.to,
      `The character “${wrong.text}” has no meaning in an expression. Texts stand in quotes: "…".`,
    );
  }
  const word = [at, before].find((token) => token?.kind === 'name' && Object.hasOwn(otherWords, token.text));
  if (word !== undefined && tokens.length > 1) {
    const meant = otherWords[word.text] ?? '';
    return syntaxProblem(word.from, word.to, `“${word.text}” is not an operator. Write “${meant}”.`, [meant]);
  }
  if (at?.text === '.' && /^\.\d/.test(source.slice(at.from))) {
    return syntaxProblem(at.from, at.to, 'A number does not begin with a point. Write a 0 before it: 0.5.', ['0.']);
  }
  return undefined;
}

function explainCode(source: string, error: RawSyntaxError, at: Token | undefined): Problem | undefined {
  const { code, from, to } = error;
  if (code.startsWith('unterminated')) {
    const quote = source.charAt(from);
    return syntaxProblem(from, to, `The text that begins here has no end. Close it with ${quote === "'" ? "'" : '"'}.`);
  }
  if (code === 'newline_in_string')
    return syntaxProblem(from, to, 'A text cannot go on in the next line. Write \\n where a new line begins.');
  if (code === 'reserved_identifier') {
    return syntaxProblem(from, to, `“${at?.text ?? source.slice(from, to)}” is a word that CEL keeps for itself. Choose another name.`);
  }
  if (code.includes('escape') || code.includes('surrogate') || code === 'invalid_unicode_escape') {
    const text = source.slice(from, to);
    return syntaxProblem(from, to, `“${text}” is not an escape that CEL knows. Write \\\\ for a backslash itself.`);
  }
  if (code === 'invalid_macro_argument') {
    return syntaxProblem(
      from,
      to,
      'A name belongs here: the first thing in the brackets names each element, as in “comments.exists(c, c.body != "")”.',
    );
  }
  if (code.startsWith('invalid_') && (code.includes('number') || code.includes('integer') || code.includes('exponent'))) {
    return syntaxProblem(from, to, `“${source.slice(from, to)}” is not a number that can be read.`);
  }
  if (code.includes('limit')) return tooDeep(from, to);
  return undefined;
}

export const tooDeep = (from: number, to: number): Problem =>
  syntaxProblem(from, to, 'This expression is too long or nested too deeply to be read. Split it: name a part of it in a computed field.');

/** Explains a bracket that is unclosed or closed by one of another kind. */
function explainBrackets(source: string, tokens: readonly Token[], at: Token | undefined): Problem | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'open') open.push(token);
    if (token.kind !== 'close') continue;
    const last = open.pop();
    if (last === undefined) {
      return syntaxProblem(
        token.from,
        token.to,
        `“${token.text}” closes a bracket that was never opened. Remove it, or open one before it.`,
      );
    }
    const wanted = closers[last.text] ?? ')';
    if (wanted !== token.text) {
      return syntaxProblem(token.from, token.to, `“${last.text}” is closed by “${token.text}”. Write “${wanted}”.`, [wanted]);
    }
  }
  const last = open.at(-1);
  if (last === undefined || (at !== undefined && at.to < source.trimEnd().length)) return undefined;
  const wanted = closers[last.text] ?? ')';
  return syntaxProblem(last.from, last.to, `The bracket “${last.text}” is not closed. Write “${wanted}” where it ends.`, [wanted]);
}

function explainPlace(source: string, error: RawSyntaxError, at: Token | undefined, before: Token | undefined): Problem {
  const end = source.trimEnd().length;
  if (at === undefined || error.from >= end) {
    if (error.summary.includes('COLON')) {
      return syntaxProblem(end, end, 'A choice needs both answers: write “condition ? one : the other”.');
    }
    const after = before === undefined ? '' : ` after “${before.text}”`;
    return syntaxProblem(before?.from ?? end, end, `The expression stops too early: something is missing${after}.`);
  }
  if (endsOperand(before) && (at.kind === 'name' || at.kind === 'number' || at.kind === 'string' || at.kind === 'open')) {
    const message = `“${at.text}” cannot follow “${before?.text ?? ''}” directly. An operator such as ==, && or + is missing between them.`;
    return syntaxProblem(at.from, at.to, message);
  }
  if (at.kind === 'semicolon') return syntaxProblem(at.from, at.to, 'An expression has no “;”. Only actions are joined by it.');
  if (before === undefined) return syntaxProblem(at.from, at.to, `An expression cannot begin with “${at.text}”.`);
  return syntaxProblem(at.from, at.to, `“${at.text}” cannot stand after “${before.text}”: a name, a number or a text is expected here.`);
}
