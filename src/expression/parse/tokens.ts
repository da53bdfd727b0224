/** A token of an expression or action. A text literal is one token, including its quotes. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'operator' | 'open' | 'close' | 'comma' | 'semicolon' | 'assign' | 'unknown';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const twoCharacters = new Set(['==', '!=', '<=', '>=', '&&', '||']);
const oneCharacter = '+-*/%<>!.?:';

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isNameStart = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
const isNamePart = (code: number): boolean => isNameStart(code) || isDigit(code);

/**
 * Splits a source into tokens as CEL does, but never fails: an unknown character becomes `unknown`,
 * and an unterminated text extends to the end. Linear in the length of the source.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const from = at;
    const code = source.charCodeAt(at);
    const char = source.charAt(at);
    let kind: Token['kind'];
    if (char === ' ' || char === '\t' || char === '\n' || char === '\r') {
      at++;
      continue;
    }
    if (char === '/' && source.charAt(at + 1) === '/') {
      while (at < source.length && source.charAt(at) !== '\n') at++;
      continue;
    }
    const quote = /[rRbB]/.test(char) ? source.charAt(at + 1) : char;
    if (quote === '"' || quote === "'") {
      at = endOfString(source, quote === char ? at : at + 1, quote);
      kind = 'string';
    } else if (isNameStart(code)) {
      while (at < source.length && isNamePart(source.charCodeAt(at))) at++;
      kind = 'name';
    } else if (isDigit(code)) {
      at = endOfNumber(source, at);
      kind = 'number';
    } else if (twoCharacters.has(source.slice(at, at + 2))) {
      at += 2;
      kind = 'operator';
    } else {
      at++;
      if ('([{'.includes(char)) kind = 'open';
      else if (')]}'.includes(char)) kind = 'close';
      else if (char === ',') kind = 'comma';
      else if (char === ';') kind = 'semicolon';
      else if (char === '=') kind = 'assign';
      else kind = oneCharacter.includes(char) ? 'operator' : 'unknown';
    }
    tokens.push({ kind, text: source.slice(from, at), from, to: at });
  }
  return tokens;
}

function endOfString(source: string, start: number, quote: string): number {
  const triple = source.startsWith(quote.repeat(3), start);
  const closing = triple ? quote.repeat(3) : quote;
  let at = start + closing.length;
  while (at < source.length) {
    if (source.charAt(at) === '\\') at += 2;
    else if (source.startsWith(closing, at)) return at + closing.length;
    else at++;
  }
  return source.length;
}

function endOfNumber(source: string, start: number): number {
  let at = start;
  const digits = (): void => {
    while (at < source.length && isDigit(source.charCodeAt(at))) at++;
  };
  if (source.startsWith('0x', at) || source.startsWith('0X', at)) {
    at += 2;
    while (at < source.length && /[0-9a-fA-F]/.test(source.charAt(at))) at++;
    return at;
  }
  digits();
  if (source.charAt(at) === '.' && isDigit(source.charCodeAt(at + 1))) {
    at++;
    digits();
  }
  if (/[eE]/.test(source.charAt(at))) {
    const sign = /[+-]/.test(source.charAt(at + 1)) ? 1 : 0;
    if (isDigit(source.charCodeAt(at + 1 + sign))) {
      at += 1 + sign;
      digits();
    }
  }
  if (/[uU]/.test(source.charAt(at))) at++;
  return at;
}

/**
 * Whether an operand ends with this token, so that a name after it begins something else (NOTATION,
 * section 7: where an expression ends).
 */
export function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return (token.kind === 'name' && token.text !== 'in') || token.kind === 'number' || token.kind === 'string' || token.kind === 'close';
}

/**
 * The deepest nesting of brackets and the longest run of prefix operators, which determine how much
 * stack a recursive parser needs.
 */
export function nesting(tokens: readonly Token[]): { readonly depth: number; readonly deepest: Token | null; readonly prefixes: number } {
  let depth = 0;
  let most = 0;
  let deepest: Token | null = null;
  let run = 0;
  let prefixes = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') {
      depth++;
      if (depth > most) {
        most = depth;
        deepest = token;
      }
    } else if (token.kind === 'close') depth--;
    const prefix = (token.text === '!' || token.text === '-') && !endsOperand(tokens[index - 1]);
    run = prefix ? run + 1 : 0;
    if (run > prefixes) prefixes = run;
  }
  return { depth: most, deepest, prefixes };
}
