import type { Sorting, Step, Word } from '../action.ts';
import type { EventIndex } from '../event-index.ts';
import type { Expression, Problem } from '../expression.ts';
import { parseExpression } from './parse.ts';
import { endsOperand, type Token } from './tokens.ts';

/** What an action may refer to at its place. */
export interface Vocabulary {
  /** The declared event names; the longest match wins. */
  readonly events: EventIndex;
  readonly place: 'call' | 'effect' | 'scenario' | 'button';
  /**
   * The declared screens, so that “List of tickets” is not read as the screen “List” of a record.
   */
  readonly screens?: ReadonlySet<string>;
}

const mailForms = 'Write “mail reset to …”, “mail confirm to …”, “mail invite to … as ROLE”, or “follow mail to … with {…}”.';

const takesValues = new Set(['create', 'update', 'call']);

/** Thrown to abandon a step that cannot be read. */
class Broken {
  readonly problem: Problem;

  constructor(from: number, to: number, message: string) {
    this.problem = { kind: 'syntax', from, to, message, suggestions: [] };
  }
}

/** Reads one step, token by token. */
export class StepReader {
  readonly problems: Problem[] = [];
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #end: number;
  readonly #at: (offset: number) => number;
  readonly #vocabulary: Vocabulary;
  #index = 0;

  constructor(source: string, tokens: readonly Token[], end: number, at: (offset: number) => number, vocabulary: Vocabulary) {
    this.#source = source;
    this.#tokens = tokens;
    this.#end = end;
    this.#at = at;
    this.#vocabulary = vocabulary;
  }

  /** Null if the step cannot be read; `problems` says why. */
  read(): Step | null {
    const span = { from: this.#at(this.#tokens[0]?.from ?? 0), to: this.#at(this.#tokens.at(-1)?.to ?? this.#end) };
    try {
      const step = this.#step();
      const rest = this.#peek();
      if (rest !== undefined) {
        const last = this.#tokens[this.#index - 1]?.text ?? '';
        const values = takesValues.has(this.#tokens[0]?.text ?? '') ? ' Give values by “with {"field": value}”.' : '';
        const message = `“${rest.text}” cannot follow “${last}” here.${values} To go on with another action, write “;” before it.`;
        throw new Broken(rest.from, this.#tokens.at(-1)?.to ?? rest.to, message);
      }
      return { ...step, span };
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.problems.push(error.problem);
      return null;
    }
  }

  #step(): Unplaced {
    const [first, second] = this.#tokens;
    if (first === undefined) throw new Broken(this.#end, this.#end, 'There is no action here.');
    if (first.kind === 'name' && second?.kind === 'assign') return this.#assign();
    const event = this.#event();
    if (event !== undefined) return this.#trigger(event);
    if (this.#vocabulary.place === 'scenario' && (second?.text === 'answers' || second?.text === 'fails')) return this.#answer(second.text);
    if (this.#vocabulary.place === 'scenario' && (first.text === 'mail' || first.text === 'follow')) return this.#mailed(first.text);
    switch (first.text) {
      case 'create':
        return this.#create();
      case 'get':
        return this.#get();
      case 'list':
        return this.#list();
      case 'update':
        this.#index++;
        return { kind: 'update', target: this.#expression('update', 'which record'), with: this.#with() };
      case 'delete':
        this.#index++;
        return { kind: 'delete', target: this.#expression('delete', 'which record') };
      case 'add':
      case 'remove':
        return this.#member(first.text);
      case 'sign':
        return this.#sign();
      case 'open':
        return this.#open();
      case 'check':
        return this.#check();
      case 'tell':
        return this.#tell(first);
      case 'send':
        return this.#send(first);
      case 'call':
        if (this.#vocabulary.place !== 'scenario') break;
        this.#index++;
        return { kind: 'call', request: this.#expression('call', 'which call, such as "POST /api/paid"'), with: this.#with() };
      case 'wait':
        if (this.#vocabulary.place !== 'scenario')
          throw new Broken(first.from, first.to, '“wait” lets time pass in scenarios only (section 1).');
        this.#index++;
        return { kind: 'wait', duration: this.#expression('wait', 'how long') };
      default:
    }
    return this.#unknown(first);
  }

  #send(first: Token): Unplaced {
    if (this.#vocabulary.place !== 'effect') {
      const message = '“send” belongs into an Effect (section 4): the answer triggers an event of the record.';
      throw new Broken(first.from, first.to, message);
    }
    this.#index++;
    const service = this.#word('a service');
    const request = this.#expression(service.text, 'what is requested, such as "POST /charges"');
    const given = this.#with();
    if (!this.#keyword('then')) return { kind: 'send', service, request, with: given, event: null };
    const from = this.#peek()?.from;
    const event = from === undefined ? null : this.#vocabulary.events.longest(this.#source.slice(from, this.#end));
    if (from === undefined || event === null) return { kind: 'send', service, request, with: given, event: this.#word('an event') };
    while ((this.#peek()?.from ?? this.#end) < from + event.length) this.#index++;
    return { kind: 'send', service, request, with: given, event: this.#wordAt(event.name, from, from + event.length) };
  }

  /** Reads `Payments answers {"status": 200}` or `Payments fails`. */
  #answer(word: 'answers' | 'fails'): Unplaced {
    const service = this.#word('a service');
    this.#index++;
    return {
      kind: 'answer',
      service,
      with: word === 'fails' ? null : this.#expression('answers', 'a map such as {"status": 200, "body": {…}}'),
    };
  }

  /**
   * Reads `mail reset to ADDRESS`, `mail invite to ADDRESS as ROLE` or `follow mail to ADDRESS`.
   */
  #mailed(word: 'mail' | 'follow'): Unplaced {
    this.#index++;
    const what = this.#take();
    const { from, to: end } = what ?? this.#here();
    const purpose = (['reset', 'confirm', 'invite'] as const).find((one) => one === what?.text);
    if (!this.#keyword('to') || (word === 'mail' ? purpose === undefined : what?.text !== 'mail')) throw new Broken(from, end, mailForms);
    const to = this.#expression('to', 'which address');
    if (purpose === undefined) return { kind: 'follow', to, with: this.#with() };
    return { kind: 'mail', purpose, to, role: purpose === 'invite' && this.#keyword('as') ? this.#word('a role') : null };
  }

  #assign(): Unplaced {
    const field = this.#word('a field');
    const sign = this.#take();
    if (this.#vocabulary.place !== 'effect') {
      const message = 'Only an Effect (section 4) assigns to a field. Here, write “update x with {…}”.';
      throw new Broken(sign?.from ?? 0, sign?.to ?? 0, message);
    }
    return { kind: 'assign', field, value: this.#expression('=', 'a value') };
  }

  /** Consumes a declared event at the beginning of the step. */
  #event(): Word | undefined {
    const from = this.#tokens[0]?.from ?? 0;
    const event = this.#vocabulary.events.longest(this.#source.slice(from, this.#end));
    if (event === null) return undefined;
    while ((this.#peek()?.from ?? this.#end) < from + event.length) this.#index++;
    return this.#wordAt(event.name, from, from + event.length);
  }

  #trigger(event: Word): Unplaced {
    return { kind: 'event', event, target: this.#expression(event.text, 'of which record'), with: this.#with() };
  }

  #create(): Unplaced {
    this.#index++;
    const entity = this.#word('an entity');
    return { kind: 'create', entity, as: this.#as(), with: this.#with() };
  }

  #get(): Unplaced {
    this.#index++;
    const entity = this.#word('an entity');
    const as = this.#as();
    if (!this.#keyword('where')) {
      throw new Broken(this.#here().from, this.#here().to, '“get” finds one record: say which with “where …”. For several, write “list”.');
    }
    const where = this.#expression('where', 'a condition');
    return { kind: 'get', entity, as, where, error: this.#else() };
  }

  #list(): Unplaced {
    this.#index++;
    const entity = this.#word('an entity');
    const as = this.#as();
    const found: { where?: Expression; sort?: readonly Sorting[]; limit?: Expression; offset?: Expression } = {};
    for (;;) {
      const next = this.#peek();
      const clause = next?.text;
      if (clause !== 'where' && clause !== 'sort' && clause !== 'limit' && clause !== 'offset') break;
      if (found[clause] !== undefined) throw new Broken(next?.from ?? 0, next?.to ?? 0, `“${clause}” appears twice. Keep one.`);
      this.#index++;
      if (clause === 'sort') found.sort = this.#sort();
      else found[clause] = this.#expression(clause, clause === 'where' ? 'a condition' : 'a number');
    }
    return {
      kind: 'list',
      entity,
      as,
      where: found.where ?? null,
      sort: found.sort ?? [],
      limit: found.limit ?? null,
      offset: found.offset ?? null,
    };
  }

  #sort(): readonly Sorting[] {
    const sorting: Sorting[] = [];
    do {
      const from = this.#peek()?.from ?? 0;
      const field = this.#path();
      const value = field.text.includes('.') ? this.#part(from, this.#tokens[this.#index - 1]?.to ?? from) : null;
      const descending = this.#keyword('desc');
      if (!descending) this.#keyword('asc');
      sorting.push({ field, value, descending });
    } while (this.#skip('comma'));
    return sorting;
  }

  #member(kind: 'add' | 'remove'): Unplaced {
    this.#index++;
    const word = kind === 'add' ? 'to' : 'from';
    const member = this.#expression(kind, 'which record');
    if (!this.#keyword(word))
      throw new Broken(this.#here().from, this.#here().to, `Write “${kind} x ${word} y.field”: “${word}” is missing here.`);
    const list = this.#expression(word, 'a list of a record');
    const { node } = list;
    const start = this.#offsetOf(list);
    if (node?.kind === 'select' && !node.test) {
      const before = list.source.slice(0, node.fieldFrom).replace(/\s*\.\s*$/, '');
      const of = this.#part(start, start + before.length);
      return { kind, member, of, field: this.#wordAt(node.field, start + node.fieldFrom, start + node.to) };
    }
    if (node?.kind === 'name' && node.name !== 'self' && node.name !== 'me') {
      // `add me to watchers`: the list belongs to the current record.
      return {
        kind,
        member,
        of: parseExpression('self', list.span, () => list.span.from),
        field: this.#wordAt(node.name, start, start + node.name.length),
      };
    }
    if (node === null) throw this.#unread(list, start);
    throw new Broken(start, start + list.source.length, `Write a list of a record after “${word}”, such as “article.favoritedBy”.`);
  }

  #sign(): Unplaced {
    const first = this.#take();
    const second = this.#take();
    const words = { from: first?.from ?? 0, to: second?.to ?? first?.to ?? 0 };
    if (this.#vocabulary.place === 'effect') throw new Broken(words.from, words.to, 'An effect cannot sign a person in or out.');
    if (second?.text === 'out') return { kind: 'sign-out' };
    if (second?.text !== 'in' && second?.text !== 'up')
      throw new Broken(words.from, words.to, 'Write “sign in with {…}”, “sign up with {…}” or “sign out”.');
    const given = this.#with();
    if (given === null) throw new Broken(words.from, words.to, `Say who it is: “sign ${second.text} with {…}”.`);
    return second.text === 'in' ? { kind: 'sign-in', with: given, error: this.#else() } : { kind: 'sign-up', with: given, error: null };
  }

  #open(): Unplaced {
    const first = this.#take();
    if (this.#vocabulary.place === 'call' || this.#vocabulary.place === 'effect') {
      throw new Broken(first?.from ?? 0, first?.to ?? 0, '“open” shows a screen of the product: use it in buttons and links (section 2).');
    }
    const from = this.#peek()?.from;
    if (from === undefined) throw new Broken(first?.from ?? 0, first?.to ?? 0, 'Say which screen to open.');
    const rest = this.#source.slice(from, this.#end).trimEnd();
    const named = (text: string): Word => this.#wordAt(text.replace(/\s+/g, ' '), from, from + text.length);
    // A screen's name may have several words; the record follows the last ` of `.
    const match = /^(.*\S)\s+of\s+(?=\S)/s.exec(rest);
    if (match === null || this.#vocabulary.screens?.has(rest.replace(/\s+/g, ' '))) {
      this.#index = this.#tokens.length;
      return { kind: 'open', screen: named(rest), of: null };
    }
    while ((this.#peek()?.from ?? this.#end) < from + match[0].length) this.#index++;
    return { kind: 'open', screen: named(match[1] ?? ''), of: this.#expression('of', 'a record') };
  }

  #check(): Unplaced {
    this.#index++;
    const condition = this.#expression('check', 'a condition');
    const error = this.#else();
    if (error === null) throw new Broken(this.#here().from, this.#here().to, 'Say which error is raised otherwise: “check … else ERROR”.');
    return { kind: 'check', condition, error };
  }

  #tell(first: Token): Unplaced {
    if (this.#vocabulary.place !== 'effect') throw new Broken(first.from, first.to, '“tell” is allowed only in an Effect (section 4).');
    this.#index++;
    const message = this.#word('a message');
    return { kind: 'tell', message, to: this.#keyword('to') ? this.#expression('to', 'which person') : null };
  }

  /**
   * Reads what is probably an undeclared event: its name ends before the last word in front of
   * `with`, which is the record.
   */
  #unknown(first: Token): Unplaced {
    let end = this.#tokens.findIndex((token, index) => index > 0 && token.text === 'with');
    if (end < 0) end = this.#tokens.length;
    let last = 0;
    while (last + 1 < end && this.#tokens[last]?.kind === 'name' && this.#tokens[last + 1]?.kind === 'name') last++;
    if (first.kind !== 'name' || last === 0) {
      const known = 'create, get, list, update, delete, an event, add, remove, sign in, sign up, sign out, open, check or tell';
      const wanted =
        first.kind === 'name' && this.#tokens.length === 1
          ? ` If it is an event, say of which record: “${first.text} x”.`
          : ` An action begins with ${known}.`;
      throw new Broken(first.from, first.to, `“${first.text}” is not an action.${wanted}`);
    }
    const to = this.#tokens[last - 1]?.to ?? first.to;
    this.#index = last;
    return this.#trigger(this.#wordAt(this.#source.slice(first.from, to).replace(/\s+/g, ' '), first.from, to));
  }

  /** Reads `else ERROR`. */
  #else(): Word | null {
    return this.#keyword('else') ? this.#word('an error') : null;
  }

  /** Reads `as x`. */
  #as(): Word | null {
    return this.#keyword('as') ? this.#word('a name') : null;
  }

  /** Reads `with {…}`. */
  #with(): Expression | null {
    return this.#keyword('with') ? this.#expression('with', 'a map such as {"subject": "…"}') : null;
  }

  /**
   * Reads an expression. It ends where CEL cannot continue: outside brackets, at a name that
   * follows a complete operand (except `in`), or at a comma. `after` and `wanted` are for the
   * message if it is missing.
   */
  #expression(after: string, wanted: string): Expression {
    const start = this.#index;
    let depth = 0;
    let previous: Token | undefined;
    for (; this.#index < this.#tokens.length; this.#index++) {
      const token = this.#tokens[this.#index] as Token;
      if (depth === 0) {
        if (token.kind === 'comma') break;
        if (token.kind === 'name' && token.text !== 'in' && endsOperand(previous)) break;
      }
      if (token.kind === 'open') depth++;
      if (token.kind === 'close') depth--;
      previous = token;
    }
    const first = this.#tokens[start];
    if (first === undefined || previous === undefined) {
      const place = this.#here();
      throw new Broken(place.from, place.to, `After “${after}”, say ${wanted}.`);
    }
    return this.#part(first.from, previous.to);
  }

  /** Parses the source between two offsets as an expression. */
  #part(from: number, to: number): Expression {
    const span = { from: this.#at(from), to: this.#at(to) };
    return parseExpression(this.#source.slice(from, to), span, (offset) => this.#at(from + offset));
  }

  /** The offset in the action where the expression just read begins. */
  #offsetOf(expression: Expression): number {
    const last = this.#tokens[this.#index - 1]?.to ?? this.#end;
    return last - expression.source.length;
  }

  #unread(expression: Expression, start: number): Broken {
    const [problem] = expression.problems;
    return new Broken(start + (problem?.from ?? 0), start + (problem?.to ?? 0), problem?.message ?? 'This cannot be read.');
  }

  /** Reads a path such as `owner.name`. */
  #path(): Word {
    const first = this.#word('a field');
    let to = this.#tokens[this.#index - 1]?.to ?? 0;
    const from = to - first.text.length;
    while (this.#peek()?.text === '.' && this.#tokens[this.#index + 1]?.kind === 'name') {
      this.#index += 2;
      to = this.#tokens[this.#index - 1]?.to ?? to;
    }
    return this.#wordAt(this.#source.slice(from, to).replace(/\s+/g, ''), from, to);
  }

  #word(wanted: string): Word {
    const token = this.#take();
    if (token?.kind === 'name') return this.#wordAt(token.text, token.from, token.to);
    if (token !== undefined) this.#index--;
    const place = this.#here();
    const before = this.#tokens[this.#index - 1]?.text ?? '';
    throw new Broken(place.from, place.to, `Write the name of ${wanted} after “${before}”.`);
  }

  #wordAt(text: string, from: number, to: number): Word {
    return { text, span: { from: this.#at(from), to: this.#at(to) } };
  }

  #keyword(text: string): boolean {
    const token = this.#peek();
    if (token?.kind !== 'name' || token.text !== text) return false;
    this.#index++;
    return true;
  }

  #skip(kind: Token['kind']): boolean {
    if (this.#peek()?.kind !== kind) return false;
    this.#index++;
    return true;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#index];
  }

  #take(): Token | undefined {
    const token = this.#tokens[this.#index];
    if (token !== undefined) this.#index++;
    return token;
  }

  /** The range of the next token, or of the last one at the end. */
  #here(): { readonly from: number; readonly to: number } {
    return this.#peek() ?? this.#tokens.at(-1) ?? { from: this.#end, to: this.#end };
  }
}

/** A step without its span. */
type WithoutSpan<T> = T extends unknown ? Omit<T, 'span'> : never;
type Unplaced = WithoutSpan<Step>;
