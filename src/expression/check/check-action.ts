import { editDistance, nearest } from '../../base/nearest.ts';
import { type Action, type Clause, requestForm, type Sorting, type Step, type Word } from '../action.ts';
import type { Environment } from '../environment.ts';
import type { Expression, Problem } from '../expression.ts';
import { inferTypes } from '../types/infer.ts';
import { anyType, type Type } from '../types/type.ts';
import { booleanType, elementOf, fits, integerType, isOpen, listOf, nullable, recordOf, textType } from '../types/type-relations.ts';
import { didYouMean, typeWords } from '../types/type-words.ts';
import { Bindings } from '../values/bindings.ts';
import { checkExpression, checkWith, type WithKeys } from './check.ts';

/** An action with its names resolved and its expressions typed. */
export interface CheckedAction {
  readonly action: Action;
  /** The names that it binds for later expressions: `as` names, and `total` after a list. */
  readonly bound: ReadonlyMap<string, Type>;
  /** Whether `token` is in scope after the action. */
  readonly token: boolean;
  /**
   * Inferred types of bound names passed in as `any`, from their use (compared with a value,
   * assigned to a field).
   */
  readonly inferred: ReadonlyMap<string, Type>;
}

/** The keys that a scenario may use in an answer. */
const answerKeys = {
  title: 'an answer',
  types: new Map<string, Type>([
    ['status', integerType],
    ['body', anyType],
  ]),
};

/** The product's own errors need not be listed. */
const ownErrors = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'INVALID', 'TOO_MANY_ATTEMPTS'];

/**
 * Checks an action step by step; each step sees the names bound before it. `environment.row` is
 * null here: only inside `where` are the row's fields in scope. Problems in the action's own words
 * are added to the action, those of an expression to that expression.
 */
export function checkAction(action: Action, environment: Environment): CheckedAction {
  const checker = new ActionChecker(action, environment);
  const steps = action.steps.map((step) => checker.step(step));
  const problems = [...action.problems, ...checker.problems].sort((a, b) => a.from - b.from);
  return {
    action: { ...action, steps, problems },
    bound: checker.bound,
    token: checker.environment.token,
    inferred: checker.inferred,
  };
}

class ActionChecker {
  readonly problems: Problem[] = [];
  readonly bound = new Map<string, Type>();
  readonly inferred = new Map<string, Type>();
  environment: Environment;
  readonly #action: Action;
  /** The clauses around the current step, each with the names bound before it. */
  readonly #open: { readonly id: number; readonly clause: Clause; readonly names: readonly (readonly [string, Type])[] }[] = [];
  /** The names bound by the steps so far. */
  readonly #names = new Map<string, Type>();

  constructor(action: Action, environment: Environment) {
    this.#action = action;
    this.environment = { ...environment, bound: new Bindings(environment.bound, this.#names) };
  }

  step(step: Step): Step {
    const within = step.within ?? [];
    const kept = this.#open.findIndex(({ id }, depth) => within[depth]?.id !== id);
    if (kept >= 0) this.#leave(kept);
    for (const clause of within.slice(this.#open.length)) this.#enter(clause);
    const checked = this.#step(step);
    return within.length === 0 ? checked : { ...checked, within: this.#open.map(({ clause }) => clause) };
  }

  /** Ends groups: names bound inside a group are out of scope after it. */
  #leave(depth: number): void {
    const names = this.#open[depth]?.names ?? [];
    this.#open.length = depth;
    this.#names.clear();
    for (const [name, type] of names) this.#names.set(name, type);
  }

  #enter(clause: Clause): void {
    const names = [...this.#names];
    if (clause.kind === 'when') {
      this.#open.push({ id: clause.id, clause: { ...clause, condition: this.#expression(clause.condition, booleanType) }, names });
      return;
    }
    const list = this.#expression(clause.list);
    const element = elementOf(list.type);
    const isList = element !== undefined || isOpen(list.type) || list.problems.length > 0;
    const checked = isList ? list : withProblem(list, `“for” goes through a list, but “${list.source}” is ${typeWords(list.type)}.`);
    this.#open.push({ id: clause.id, clause: { ...clause, list: checked }, names });
    this.#extend(clause.name.text, element ?? anyType);
  }

  #step(step: Step): Step {
    switch (step.kind) {
      case 'create': {
        const known = this.#entity(step.entity);
        const given = step.with === null ? null : this.#with(step.with, known ? this.#fieldsOf(step.entity.text) : null);
        this.#bind(step.as, known ? recordOf(step.entity.text) : anyType);
        return { ...step, with: given };
      }
      case 'get': {
        const known = this.#entity(step.entity);
        const where = this.#where(step.where, step.entity, known, step.as?.text ?? null);
        this.#error(step.error);
        this.#bind(step.as, known ? recordOf(step.entity.text) : anyType);
        return { ...step, where };
      }
      case 'list':
        return this.#list(step);
      case 'update': {
        const target = this.#expression(step.target);
        const entity = this.#recordOf(target, 'update');
        return {
          ...step,
          target,
          with: step.with === null ? null : this.#with(step.with, entity === null ? null : this.#fieldsOf(entity)),
        };
      }
      case 'delete': {
        const target = this.#expression(step.target);
        this.#recordOf(target, 'delete');
        return { ...step, target };
      }
      case 'event':
        return this.#event(step);
      case 'add':
      case 'remove':
        return this.#member(step);
      case 'sign-in':
      case 'sign-up': {
        const { account } = this.environment.declarations;
        const fields = account === null ? null : this.#fieldsOf(account);
        // The code of the person's second factor, if they have one. It is not a field.
        const types = new Map([['code', { kind: 'text' } as const], ...(fields?.types ?? [])]);
        const keys = step.kind === 'sign-up' || fields === null ? fields : { ...fields, types };
        const given = this.#with(step.with, keys);
        this.#error(step.error);
        this.environment = { ...this.environment, token: true };
        return { ...step, with: given };
      }
      case 'open':
        // Where an event is called “open”, its row says so, and not each step.
        if (!this.environment.declarations.unusableEvents.has('open'))
          this.#known(step.screen, this.environment.declarations.screens, 'undefined-screen', 'The screen', 'section 2');
        return { ...step, of: step.of === null ? null : this.#expression(step.of) };
      case 'check': {
        const condition = this.#expression(step.condition, booleanType);
        this.#error(step.error);
        return { ...step, condition };
      }
      case 'tell':
        return this.#tell(step);
      case 'assign':
        return this.#assign(step);
      case 'send':
        return this.#send(step);
      case 'answer':
        this.#service(step.service);
        return { ...step, with: step.with === null ? null : this.#with(step.with, { ...answerKeys, subject: step.service.text }) };
      case 'call':
        return {
          ...step,
          request: this.#expression(step.request, textType),
          with: step.with === null ? null : this.#with(step.with, null),
        };
      case 'mail':
        return { ...step, to: this.#expression(step.to, textType) };
      case 'follow':
        return { ...step, to: this.#expression(step.to, textType), with: step.with === null ? null : this.#with(step.with, null) };
      case 'wait':
        return { ...step, duration: this.#expression(step.duration, { kind: 'duration' }) };
      case 'broken':
        // One mistake is reported once, not again at each use of the name.
        for (const word of step.names) this.#bind(word, anyType);
        return step;
      case 'sign-out':
        return step;
    }
  }

  #send(step: Extract<Step, { kind: 'send' }>): Step {
    this.#service(step.service);
    const request = this.#expression(step.request, textType);
    const { node } = request;
    const literal = node?.kind === 'literal' && typeof node.value === 'string' ? node.value : null;
    const { self, declarations } = this.environment;
    if (step.event !== null && self !== null) {
      const known = declarations.events.get(step.event.text)?.find((event) => event.entity === self);
      const others = [...(known?.parameters.keys() ?? [])].filter((name) => name !== 'status' && name !== 'body');
      if (known === undefined) {
        const own = [...declarations.events].filter(([, places]) => places.some((place) => place.entity === self)).map(([name]) => name);
        const suggestions = nearest(step.event.text, own);
        const message = `The event “${step.event.text}” of ${self} is not declared in section 4${didYouMean(suggestions) || '.'}`;
        this.#report('undefined-event', step.event, message, suggestions, self);
      } else if (others.length > 0) {
        const message = `An answer gives its event “status” and “body”, but “${step.event.text}” asks for ${others.join(', ')}.`;
        this.#report('type', step.event, message);
      }
    }
    const wrong = literal !== null && !requestForm.test(literal);
    return {
      ...step,
      request: wrong ? withProblem(request, 'A request is a method and a path, such as "POST /charges".') : request,
      with: step.with === null ? null : this.#with(step.with, null),
    };
  }

  #service(word: Word): void {
    this.#known(word, this.environment.declarations.services, 'undefined-name', 'The service', 'section 7');
  }

  #list(step: Extract<Step, { kind: 'list' }>): Step {
    const known = this.#entity(step.entity);
    const where = step.where === null ? null : this.#where(step.where, step.entity, known, null);
    const sort = known ? step.sort.map((one) => this.#sorting(one, step.entity.text)) : step.sort;
    const limit = step.limit === null ? null : this.#expression(step.limit, integerType);
    const offset = step.offset === null ? null : this.#expression(step.offset, integerType);
    this.#bind(step.as, known ? listOf(recordOf(step.entity.text)) : anyType);
    this.bound.set('total', integerType);
    this.#extend('total', integerType);
    return { ...step, where, sort, limit, offset };
  }

  /** Sorting sees only the row: a name that the call takes does not hide a field. */
  #sorting(sorting: Sorting, entity: string): Sorting {
    const { field, value } = sorting;
    if (value !== null)
      return { ...sorting, value: checkExpression(value, { ...this.environment, bound: new Map(), row: entity, alias: null }) };
    const fields = this.environment.declarations.fields(entity);
    if (!fields.has(field.text)) {
      const suggestions = nearest(field.text, fields.keys());
      const message = `The field “${field.text}” is not declared in ${entity}${didYouMean(suggestions) || '.'}`;
      this.#report('undefined-field', field, message, suggestions, entity);
    }
    return sorting;
  }

  #event(step: Extract<Step, { kind: 'event' }>): Step {
    const target = this.#expression(step.target);
    const entity = this.#recordOf(target, step.event.text);
    const { events } = this.environment.declarations;
    const declared = events.get(step.event.text);
    let keys: WithKeys | null = null;
    const slip = declared === undefined ? slipOfAction(step.event) : null;
    if (slip !== null) {
      this.#report('undefined-event', slip.word, `“${slip.word.text}” is neither an action nor an event${didYouMean([slip.meant])}`, [
        slip.meant,
      ]);
    } else if (declared === undefined) {
      this.#known(step.event, new Set(events.keys()), 'undefined-event', 'The event', 'section 4', entity ?? undefined);
    } else if (entity !== null) {
      const own = declared.find((event) => event.entity === entity);
      if (own === undefined) {
        const others = [...events].filter(([, places]) => places.some((place) => place.entity === entity)).map(([name]) => name);
        const suggestions = nearest(step.event.text, others);
        const message = `“${step.event.text}” is an event of ${declared.map((event) => event.entity).join(' and ')}, not of ${entity}.`;
        this.#report('undefined-event', step.event, message, suggestions, entity);
      } else {
        keys = { title: `the event “${step.event.text}”`, subject: entity, types: own.parameters };
      }
    }
    return { ...step, target, with: step.with === null ? null : this.#with(step.with, keys) };
  }

  #member(step: Extract<Step, { kind: 'add' | 'remove' }>): Step {
    const of = this.#expression(step.of);
    const member = this.#expression(step.member);
    const entity = of.problems.length > 0 || isOpen(of.type) ? null : of.type.kind === 'record' ? of.type.entity : undefined;
    if (entity === undefined) {
      this.#report('type', step.field, `“${of.source}” is ${typeWords(of.type)} and has no lists.`);
      return { ...step, of, member };
    }
    if (entity === null) return { ...step, of, member };
    const fields = this.environment.declarations.fields(entity);
    const type = fields.get(step.field.text);
    if (type === undefined) {
      const suggestions = nearest(step.field.text, fields.keys());
      const message = `The field “${step.field.text}” is not declared in ${entity}${didYouMean(suggestions) || '.'}`;
      this.#report('undefined-field', step.field, message, suggestions, entity);
      return { ...step, of, member };
    }
    const element = elementOf(type);
    if (element === undefined || (element.kind !== 'record' && !isOpen(element))) {
      const message = `“${step.kind}” changes a list of records, but “${step.field.text}” is ${typeWords(type)}. Write “update x with {…}”.`;
      this.#report('type', step.field, message);
    } else if (!fits(member.type, element) && !fits(member.type, listOf(element))) {
      const message = `“${step.field.text}” holds ${typeWords(type).replace(/^a list of /, '')} records, but “${member.source}” is ${typeWords(member.type)}.`;
      return { ...step, of, member: withProblem(member, message) };
    }
    return { ...step, of, member };
  }

  #tell(step: Extract<Step, { kind: 'tell' }>): Step {
    this.#known(step.message, this.environment.declarations.messages, 'undefined-message', 'The message', 'section 8');
    if (step.to === null) return step;
    const to = this.#expression(step.to);
    const problem = notPeople(to, this.environment.declarations.account);
    return { ...step, to: problem === null ? to : withProblem(to, problem) };
  }

  #assign(step: Extract<Step, { kind: 'assign' }>): Step {
    const { self, declarations } = this.environment;
    if (self === null) return { ...step, value: this.#expression(step.value) };
    const fields = declarations.fields(self);
    const type = fields.get(step.field.text);
    if (type === undefined) {
      const suggestions = nearest(step.field.text, fields.keys());
      const message = `The field “${step.field.text}” is not declared in ${self}${didYouMean(suggestions) || '.'}`;
      this.#report('undefined-field', step.field, message, suggestions, self);
      return { ...step, value: this.#expression(step.value) };
    }
    return { ...step, value: this.#expression(step.value, nullable(type)) };
  }

  #where(where: Expression, entity: Word, known: boolean, alias: string | null): Expression {
    if (!known) return this.#expression(where);
    const checked = checkExpression(where, { ...this.environment, row: entity.text, alias }, booleanType);
    this.#infer(checked, new Map());
    return checked;
  }

  #expression(expression: Expression, expected?: Type): Expression {
    const checked = checkExpression(expression, this.environment, expected);
    this.#infer(checked, new Map(), expected);
    return checked;
  }

  #with(given: Expression, keys: WithKeys | null): Expression {
    const checked = checkWith(given, this.environment, keys);
    this.#infer(checked, keys?.types ?? new Map());
    return checked;
  }

  #infer(expression: Expression, keys: ReadonlyMap<string, Type>, expected?: Type): void {
    for (const [name, type] of inferTypes(expression, keys, expected)) {
      if (this.environment.bound.get(name)?.kind === 'any' && !this.inferred.has(name)) this.inferred.set(name, type);
    }
  }

  #fieldsOf(entity: string): WithKeys {
    return { title: entity, subject: entity, types: this.environment.declarations.fields(entity) };
  }

  /**
   * The entity of an action's target: a record, or each record of a list. Reports any other target;
   * null: unknown.
   */
  #recordOf(target: Expression, action: string): string | null {
    const { type } = target;
    if (type.kind === 'record') return type.entity;
    if (type.kind === 'list' && type.of.kind === 'record') return type.of.entity;
    if (isOpen(type) || (type.kind === 'list' && isOpen(type.of)) || target.node === null) return null;
    const { from } = target.span;
    const message = `“${action}” needs a record, but “${target.source}” is ${typeWords(type)}.`;
    this.#report('type', { text: target.source, span: { from, to: target.span.to } }, message);
    return null;
  }

  /** Checks the error named after `else`. */
  #error(word: Word | null): void {
    if (word !== null && !ownErrors.includes(word.text))
      this.#known(word, this.environment.declarations.errors, 'undefined-error', 'The error', 'section 8');
  }

  #entity(word: Word): boolean {
    return this.#known(word, this.environment.declarations.entities, 'undefined-entity', 'The entity', 'section 3');
  }

  #known(word: Word, names: ReadonlySet<string>, kind: Problem['kind'], what: string, where: string, subject = word.text): boolean {
    if (names.has(word.text)) return true;
    const suggestions = nearest(word.text, names);
    this.#report(kind, word, `${what} “${word.text}” is not declared in ${where}${didYouMean(suggestions) || '.'}`, suggestions, subject);
    return false;
  }

  /** A word's span is in the document; a problem's offsets are in the source. */
  #report(kind: Problem['kind'], word: Word, message: string, suggestions: readonly string[] = [], subject?: string): void {
    const from = this.#offset(word.span.from);
    const to = Math.max(from, this.#offset(word.span.to));
    this.problems.push(
      subject === undefined ? { kind, from, to, message, suggestions } : { kind, from, to, message, suggestions, subject },
    );
  }

  /**
   * The offset in the source for an offset in the document. Inverts `at` by binary search, since
   * `at` is monotonic.
   */
  #offset(place: number): number {
    let low = 0;
    let high = this.#action.source.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#action.at(middle) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #bind(word: Word | null, type: Type): void {
    if (word === null) return;
    if (this.#open.length === 0) this.bound.set(word.text, type);
    this.#extend(word.text, type);
  }

  #extend(name: string, type: Type): void {
    this.#names.set(name, type);
  }
}

/** The problem with an expression for a message's recipients; null: none. */
export function notPeople({ type, source, node }: Expression, account: string | null): string | null {
  const one = type.kind === 'list' ? type.of : type;
  if (node === null || isOpen(one) || one.kind === 'null' || (one.kind === 'record' && one.entity === account)) return null;
  const wanted = account === null ? 'The document has no accounts (section 6)' : `A message is for a ${account}, or a list of them`;
  return `${wanted}, but “${source}” is ${typeWords(type)}.`;
}

function withProblem(expression: Expression, message: string): Expression {
  const problem: Problem = { kind: 'type', from: 0, to: expression.source.length, message, suggestions: [] };
  return { ...expression, problems: [...expression.problems, problem] };
}

/**
 * A misspelt action such as `crate Ticket as t`. A step of several words with an unknown first word
 * is otherwise taken for an event.
 */
function slipOfAction({ text, span }: Word): { readonly word: Word; readonly meant: string } | null {
  const [first = ''] = text.split(/\s/, 1);
  const meant = actions.find((one) => one.length >= 3 && one !== first && editDistance(first.toLowerCase(), one, 1) <= 1);
  // A single word may be an event that is not declared yet.
  if (meant === undefined || first === text) return null;
  return { word: { text: first, span: { from: span.from, to: span.from + first.length } }, meant };
}

const actions = ['create', 'get', 'list', 'update', 'delete', 'add', 'remove', 'open', 'check', 'send', 'tell', 'wait'];
