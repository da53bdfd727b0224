import { nodesOf } from '../../explorer/document/readers.ts';
import { expressionsOf, type Step } from '../../expression/action.ts';
import type { Json } from '../../expression/values/json.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Example } from '../../model/ast/entities.ts';
import { entityOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { Attempt } from '../answers/request.ts';
import type { Exchange, SideBySide } from '../answers/side-by-side.ts';
import { at, Ref, type Template } from '../answers/template.ts';
import type { Planner } from '../plan/plan.ts';
import { attemptOf, type CallInputs, type Persona, type Planned, put, type Side, tokenOf } from '../plan/planned.ts';
import { givenEntities } from '../plan/situations.ts';
import type { Maker } from '../values/values.ts';
import type { GivenPerson } from './people-file.ts';

/** The number of people per set of roles: a second one shows what belongs to someone else. */
const perRoles = 2;
/** The most of them, if a scenario needs more. */
const mostPerRoles = 4;
/** The most of them, with examples that are unlike those who sign up. */
const mostUnlike = 8;
const names = ['Ada', 'Ben', 'Cleo', 'Dan'];

export interface PeopleParts {
  readonly side: SideBySide;
  readonly inputs: CallInputs;
  readonly planner: Planner;
  readonly maker: Maker;
  readonly given: readonly GivenPerson[];
  /** Describes people by the fields that the document reads. */
  readonly keyOf: (people: readonly Pick<Persona, 'name' | 'account'>[]) => string;
}

/**
 * Signs up new people if the document allows it, signs in given people and examples, and adds all
 * of them to `people`. Returns why people are missing.
 */
export async function findPeople(parts: PeopleParts, people: Persona[]): Promise<readonly string[]> {
  const missing: string[] = [];
  const { model, oracle } = parts.side;
  const count = (roles: readonly string[]): number => people.filter((one) => one.roles.join() === roles.join()).length;
  const needed = peopleInScenarios(parts.side);
  const signUp = callWith(model.calls, 'sign-up');
  const signIn = callWith(model.calls, 'sign-in');
  if (signUp !== null)
    for (const name of names.slice(0, perRoles)) {
      const persona = await signedUp(parts, signUp, name);
      if (persona === null) missing.push(`${name} could not sign up by ${signUp.name.text}`);
      else people.push(persona);
      if (persona !== null && signIn !== null) await signedInAgain(parts, signIn, name);
    }
  for (const { example, token } of parts.given) {
    const { text: name } = example.name;
    const account = oracle.examples.get(name)?.id;
    const persona =
      account === undefined
        ? null
        : token !== null
          ? { name, account, roles: oracle.rolesOf(account), signedUp: false, token }
          : signIn === null
            ? null
            : await signedIn(parts, signIn, example);
    if (persona !== null) people.push(persona);
    else missing.push(`${name}, a given person, ${account === undefined ? 'breaks a rule of the document' : 'could not sign in'}`);
  }
  const unlike = new Unlike(parts, people, needed.names);
  for (const example of signIn === null ? [] : examplesOf(model)) {
    const { text: name } = example.name;
    const id = oracle.examples.get(name)?.id;
    if (id === undefined) continue;
    const roles = oracle.rolesOf(id);
    if (count(roles) >= (needed.counts.get(roles.join()) ?? perRoles) && (count(roles) >= mostUnlike || !unlike.isNeeded(name, id)))
      continue;
    const persona = await signedIn(parts, signIn as Call, example);
    if (persona === null) missing.push(`${example.name.text}, an example of section 3, could not sign in`);
    else {
      if (people.length === 0) await signedIn(parts, signIn as Call, example, true);
      people.push(persona);
    }
  }
  if (people.length === 0 && signUp === null && signIn === null)
    missing.push('no call signs people in or up, so only signed-out requests are tried');
  return missing;
}

/** Replaces people: those who signed up by new sign-ups, the others by signing in again. */
export async function renewPeople(parts: PeopleParts, people: Persona[], replaced: readonly Persona[]): Promise<void> {
  const { model } = parts.side;
  const [signUp, signIn] = [callWith(model.calls, 'sign-up'), callWith(model.calls, 'sign-in')];
  const known = [...parts.given.map(({ example }) => example), ...examplesOf(model)];
  for (const [place, one] of people.entries()) {
    if (!replaced.includes(one)) continue;
    const call = one.signedUp ? signUp : signIn;
    const example = one.signedUp ? undefined : known.find(({ name }) => name.text === one.name);
    const found = call === null ? null : one.signedUp ? signedUp(parts, call, one.name) : example && signedIn(parts, call, example);
    const persona = (await found) ?? null;
    if (persona !== null) people[place] = persona;
  }
}

/** Sessions of an implementation may end a little earlier than those of the oracle. */
const aLittle = 300_000;

/** Whether the person's session will have ended when so many milliseconds have passed. */
export function endsWithin({ bodies, oracle }: SideBySide, persona: Persona, length: number): boolean {
  const token = tokenOf(persona, bodies);
  return token !== null && !oracle.isValid(token, length + aLittle);
}

/** Signs a person in again, with the password that was given before; null if it cannot. */
export function laterSignIn({ side, inputs, given }: PeopleParts, one: Persona): (() => Promise<Persona | null>) | null {
  const signIn = callWith(side.model.calls, 'sign-in');
  if (signIn === null) return null;
  const known = [...given.map(({ example }) => example), ...examplesOf(side.model)];
  const example = one.signedUp ? undefined : known.find(({ name }) => name.text === one.name);
  if (example !== undefined) return () => signedIn({ side, inputs }, signIn, example);
  const began = one.token instanceof Ref ? side.exchanges[one.token.exchange]?.attempt : undefined;
  const body = began === undefined ? null : sameValues(inputs, began, signIn);
  const words = `${one.name} signs in again: ${signIn.name.text}`;
  return body === null
    ? null
    : async () => personaOf(side, one.name, one.signedUp, await side.exchange({ ...plainAttempt(signIn, words), body }));
}

/** A body for a sign-in with the values of an earlier request; null if it lacks one. */
function sameValues(inputs: CallInputs, { call, body: given }: Attempt, signIn: Call, isWrong = false): Template | null {
  let body: Template = {};
  for (const { field, path } of inputs.of(signIn)) {
    const same = inputs.of(call).find((input) => field !== null && input.field === field);
    const value = same === undefined ? undefined : at(given as Json, same.path);
    if (value === undefined) return null;
    body = put(body, path, isWrong && field?.type.kind === 'password' ? 'no-such-password' : value);
  }
  return body;
}

const plainAttempt = (call: Call, words: string): Attempt => ({
  call,
  token: null,
  route: new Map(),
  query: [],
  body: undefined,
  words,
});

const examplesOf = ({ entities, account }: Model): readonly Example[] =>
  entities.find(({ name }) => name.text === account?.entity.text)?.examples ?? [];

/**
 * Tells which examples can do what those who sign up cannot: a member with shares, or the tenant of
 * an example that no call creates.
 */
class Unlike {
  readonly #parts: PeopleParts;
  readonly #people: readonly Persona[];
  readonly #inScenarios: ReadonlySet<string>;
  /** The accounts that such examples name. */
  readonly #named: ReadonlySet<unknown>;

  constructor(parts: PeopleParts, people: readonly Persona[], inScenarios: ReadonlySet<string>) {
    this.#parts = parts;
    this.#people = people;
    this.#inScenarios = inScenarios;
    const { model, oracle } = parts.side;
    const account = model.account?.entity.text;
    const given = givenEntities(model);
    const naming = model.entities.flatMap(({ name, examples, fields }) => {
      if (!given.has(name.text)) return [];
      const relations = fields.filter(({ type }) => type.kind === 'relation' && type.entity.text === account);
      return examples.flatMap((example) => {
        const about = oracle.examples.get(example.name.text);
        const record = about === undefined ? null : oracle.record(about.entity, about.id);
        return relations.map((field) => record?.[field.name.text]);
      });
    });
    this.#named = new Set(naming);
  }

  isNeeded(name: string, account: string): boolean {
    if (this.#named.has(account)) return true;
    const { keyOf, side } = this.#parts;
    const shapeOf = (one: string): string => `${keyOf([{ name: '', account: one }])} ${this.#conditionsOf(one)}`;
    const shape = shapeOf(account);
    const roles = side.oracle.rolesOf(account).join();
    const alike = this.#people.filter((one) => one.roles.join() === roles && shapeOf(one.account) === shape);
    return alike.length === 0 || (this.#inScenarios.has(name) && alike.every(({ signedUp }) => !signedUp));
  }

  /** What the document computes of a person as true or false: whether they are a child. */
  #conditionsOf(account: string): string {
    const { model, oracle } = this.#parts.side;
    const { product } = oracle;
    const entity = model.account?.entity.text ?? '';
    const person = product.world(product.as(account)).record(entity, account);
    const fields = (entityOf(model, entity)?.fields ?? []).filter(({ computed, type }) => computed !== null && type.kind === 'boolean');
    return fields.map(({ name }) => String(person?.get(name.text))).join();
  }
}

/** The number of people that some scenario needs, by their roles, and the names of all of them. */
function peopleInScenarios({ model, oracle }: SideBySide): {
  readonly counts: ReadonlyMap<string, number>;
  readonly names: ReadonlySet<string>;
} {
  const found = new Map<string, number>();
  const inScenarios = new Set<string>();
  const all = new Map(examplesOf(model).map(({ name }) => [name.text, oracle.rolesOf(oracle.examples.get(name.text)?.id ?? null).join()]));
  for (const { rows } of model.scenarios) {
    const words = rows.flatMap(({ as, do: { steps } }) => [
      ...(as.kind === 'example' ? [as.name.text] : []),
      ...steps.flatMap(expressionsOf).flatMap((one) => nodesOf(model, one).flatMap((node) => (node.kind === 'name' ? node.name : []))),
    ]);
    const counts = new Map<string, number>();
    for (const word of new Set(words)) {
      const roles = all.get(word);
      if (roles === undefined) continue;
      inScenarios.add(word);
      counts.set(roles, (counts.get(roles) ?? 0) + 1);
    }
    for (const [roles, count] of counts) found.set(roles, Math.min(mostPerRoles, Math.max(perRoles, found.get(roles) ?? 0, count)));
  }
  return { counts: found, names: inScenarios };
}

const callWith = (calls: readonly Call[], kind: Step['kind']): Call | null =>
  calls.find(({ does }) => does?.steps.some((step) => step.kind === kind) === true) ?? null;

/** Signs up a person; null if the implementation refused or returned no token. */
async function signedUp({ side, planner, inputs, maker }: PeopleParts, call: Call, name: string): Promise<Persona | null> {
  const plain: Planned = { call, persona: null, handles: new Map(), picks: new Map(), mutation: null };
  const attempt = attemptOf(planner.accepted(plain), inputs.of(call), noRecords, maker);
  return attempt === null
    ? null
    : personaOf(side, name, true, await side.exchange({ ...attempt, words: `${name} signs up: ${call.name.text}` }));
}

/** Signs in with the values of the sign-up, and then with a wrong password. */
async function signedInAgain({ side, inputs }: PeopleParts, signIn: Call, name: string): Promise<void> {
  const given = side.exchanges.at(-1)?.attempt;
  for (const wrong of [false, true]) {
    const body = given === undefined ? null : sameValues(inputs, given, signIn, wrong);
    if (body === null) return;
    const words = `${name} signs in${wrong ? ' with a wrong password' : ''}: ${signIn.name.text}`;
    await side.exchange({ ...plainAttempt(signIn, words), body });
  }
}

const noRecords: Side = {
  endOf: () => undefined,
  value: () => undefined,
  persona: (place) => {
    throw new Error(`person ${place} is not known yet`);
  },
};

async function signedIn(
  { side, inputs }: Pick<PeopleParts, 'side' | 'inputs'>,
  call: Call,
  example: Example,
  wrong = false,
): Promise<Persona | null> {
  let body: Template = {};
  for (const { field, path } of inputs.of(call)) {
    const value = example.values.find((one) => one.field.text === field?.name.text);
    const isWrong = wrong && field?.type.kind === 'password';
    if (value?.content.kind === 'value') body = put(body, path, isWrong ? 'no-such-password' : (value.content.value as Json));
  }
  const words = `${example.name.text} signs in${wrong ? ' with a wrong password' : ''}: ${call.name.text}`;
  return personaOf(side, example.name.text, false, await side.exchange({ ...plainAttempt(call, words), body }));
}

export function personaOf(side: SideBySide, name: string, signedUp: boolean, exchange: Exchange | null): Persona | null {
  if (exchange === null || exchange.expected.status >= 400) return null;
  if ('problem' in exchange.actual || exchange.actual.status >= 400) return null;
  const body = side.bodies(exchange.number);
  const found = body === undefined ? null : side.oracle.sessionIn(body);
  if (found === null) return null;
  const { account, path } = found;
  return { name, account, roles: side.oracle.rolesOf(account), signedUp, token: new Ref(exchange.number, path) };
}
