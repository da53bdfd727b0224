import type { Span } from '../../base/span.ts';
import { StacklessError } from '../../base/stackless.ts';
import { stepsPerOperation } from '../../expression/evaluate/budget.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { ErrorEntry, MessagePart } from '../../model/ast/errors.ts';
import type { Labels } from '../../model/labels.ts';
import { notSignedIn } from '../../model/lookup.ts';
import { ownErrors } from '../../model/own-words.ts';
import { isSecret } from '../../model/types/traits.ts';
import type { PermissionKey } from '../access/permission-key.ts';
import type { Target } from '../account/target.ts';
import type { ModelIndex } from '../document/model-index.ts';
import type { BuiltInMessage, Refusal } from '../outcome.ts';
import { shortened, toWords } from '../wording.ts';
import { humanConstant, humanValue } from '../world/human-value.ts';
import { readOrNull } from '../world/labels.ts';
import type { Grant, World } from '../world/world.ts';

export interface RefusalInput {
  readonly error: string;
  readonly because: string;
  readonly permission?: PermissionKey;
  readonly at?: Span | null;
  readonly field?: string | null;
  readonly entity?: string | null;
  readonly record?: RecordValue | null;
  readonly value?: Value | undefined;
  readonly limit?: string | null;
  /**
   * Whether it is a rule on `Entity.field`: its error appears at that field unless the catalogue
   * names another place.
   */
  readonly atField?: boolean;
  /**
   * The built-in message, used if the catalogue has none. `labels`: the document's names, in the
   * requested language.
   */
  readonly own?: (labels: Labels) => BuiltInMessage;
}

/** Builds a refusal with an error of section 8, and fills in its message. */
export function refusal(index: ModelIndex, given: RefusalInput): Refusal {
  const instead = insteadOf(index, given);
  const input = { ...given, ...(isPassword(index, given) ? { value: undefined } : {}), ...(instead === null ? {} : { error: instead }) };
  index.observer?.({ kind: 'error', name: input.error });
  const entry = index.error(input.error);
  const entity = input.entity ?? input.record?.entity ?? null;
  const declares = (field: string): boolean => entity !== null && index.field(entity, field) !== null;
  const at = entry?.shown.kind === 'at' ? entry.shown.field.text : null;
  // `at field` means the field of the refusal, unless the entity has a field of that name.
  const named = at === null || (at === 'field' && !declares('field')) ? null : at;
  const field = named ?? input.field ?? null;
  const known = ownErrors.find((one) => one.name === input.error);
  const place = entry?.shown.kind ?? known?.shown ?? 'toast';
  const fieldsOwn =
    field !== null && (input.atField === true || input.error === 'INVALID' || (entry === null && input.error === 'CONFLICT'));
  const shown = place === 'toast' && fieldsOwn ? 'at' : place;
  const about: About = { field, entity };
  const own = entry === null ? saidOwn(index, input, about, index.labels) : null;
  const inOthers = translations(index, input, entry, about);
  return {
    error: input.error,
    status: entry?.status ?? known?.status ?? 422,
    message: entry === null ? (own?.message ?? '') : fill(index, entry.message, input, about, index.labels),
    ...(own?.code === undefined ? {} : { own: { code: own.code, data: own.data } }),
    ...(inOthers === null ? {} : { in: inOthers }),
    field,
    shown: { kind: shown === 'at' && field === null ? 'toast' : shown, field: shown === 'at' ? field : null },
    at: input.at ?? null,
    because: input.because,
    ...(input.permission === undefined ? {} : { permission: input.permission }),
    ...(instead === null ? {} : { instead: 'FORBIDDEN' }),
    ...(entity === null ? {} : { entity }),
    ...(input.value === undefined ? {} : { value: plainValue(index, input.value) }),
    ...(input.limit ? { limit: input.limit } : {}),
  };
}

/** The error in the column Else of section 6 for an operation that is not granted; null: none. */
function insteadOf(index: ModelIndex, { error, permission }: RefusalInput): string | null {
  if (error !== 'FORBIDDEN' || permission === undefined) return null;
  const { entity, field, operation } = permission;
  const rows = index.permissions(entity).filter((row) => row.error !== null && row.operations.some(({ text }) => text === operation));
  const own =
    rows.find((row) => field !== null && row.fields.some(({ text }) => text === field)) ?? rows.find((row) => row.fields.length === 0);
  return own?.error?.text ?? null;
}

/** Passwords must not be repeated in a message. */
const isPassword = (index: ModelIndex, { entity, record, field }: RefusalInput): boolean =>
  field != null && isSecret(index.field(entity ?? record?.entity ?? '', field));

function plainValue(index: ModelIndex, value: Value): string | number | boolean | null {
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? value : shortened(humanValue(index, value));
}

/** The field and the entity that a refusal concerns. */
interface About {
  readonly field: string | null;
  readonly entity: string | null;
}

/** The built-in message; without a code, it is only the error's name as text. */
function saidOwn(
  index: ModelIndex,
  input: RefusalInput,
  about: About,
  labels: Labels,
): BuiltInMessage | { readonly code?: never; readonly data: BuiltInMessage['data']; readonly message: string } {
  if (input.own !== undefined) return input.own(labels);
  const known = ownErrors.find((one) => one.name === input.error);
  const message = fill(index, parse(known?.message ?? toWords(input.error)), input, about, labels);
  const data = dataOf(labels, about);
  return known === undefined ? { data, message } : { code: known.name, data, message };
}

const parse = (message: string): MessagePart[] =>
  message
    .split(/(\{\w+\})/)
    .map(
      (text): MessagePart =>
        /^\{\w+\}$/.test(text) ? { kind: 'slot', name: text.slice(1, -1), span: { from: 0, to: 0 } } : { kind: 'text', text },
    );

/** The message in the document's other languages; null if it has one language. */
function translations(index: ModelIndex, input: RefusalInput, entry: ErrorEntry | null, about: About): Refusal['in'] | null {
  if (index.translated.size === 0) return null;
  const written = entry?.message.map((part) => (part.kind === 'text' ? part.text : `{${part.name}}`)).join('') ?? '';
  const inOne = (labels: Labels): NonNullable<Refusal['in']>[string] => {
    const template = entry === null ? null : labels.message(input.error, written);
    if (template !== null) return { message: fill(index, parse(template), input, about, labels) };
    const own = entry === null ? saidOwn(index, input, about, labels) : null;
    return own?.code === undefined ? {} : { own };
  };
  return Object.fromEntries([...index.translated].map(([language, labels]) => [language, inOne(labels)]));
}

const dataOf = (labels: Labels, { field, entity }: About): Readonly<Record<string, string>> => ({
  ...(entity === null ? {} : { entity: labels.entity(entity) }),
  ...(field === null ? {} : { field: labels.field(entity ?? '', field) }),
});

function fill(index: ModelIndex, parts: readonly MessagePart[], input: RefusalInput, { field, entity }: About, labels: Labels): string {
  const slot = (name: string): string => {
    const constant = index.constant(name);
    if (constant !== null) return humanConstant(index, constant, labels);
    if (name === 'field' && field !== null) return labels.field(entity ?? '', field);
    if (name === 'entity') return entity === null ? 'record' : labels.inSentence(labels.entity(entity));
    if (name === 'value' && input.value !== undefined) return shortened(humanValue(index, input.value));
    if (name === 'limit' && input.limit) return input.limit;
    const record = input.record ?? null;
    const shown = record === null ? null : index.field(record.entity, name);
    if (record !== null && shown !== null) {
      const value = readOrNull(record, name);
      const isWord = typeof value === 'string' && (shown.type.kind === 'state' || shown.type.kind === 'enum');
      return isWord ? labels.inSentence(labels.value(record.entity, name, value)) : humanValue(index, value, shown.valueType);
    }
    return toWords(name);
  };
  const text = parts.map((part) => (part.kind === 'text' ? part.text : slot(part.name))).join('');
  return text.charAt(0).toUpperCase() === text.charAt(0)
    ? text
    : parts[0]?.kind === 'slot'
      ? text.charAt(0).toUpperCase() + text.slice(1)
      : text;
}

/** Maximum number of mistakes in one answer; further ones are only counted. */
const mostReported = 20;

/**
 * Adds a refusal to a list that may become very long: beyond the limit it is not built, only
 * counted.
 */
export function addRefusal(list: Refusal[], make: () => Refusal): void {
  const [first] = list;
  list.push(first !== undefined && list.length >= mostReported ? first : make());
}

/** Cuts a long list of refusals, and adds one with the number of the others. */
function reported(refusals: readonly Refusal[]): readonly Refusal[] {
  const [first] = refusals;
  const more = refusals.length - mostReported;
  if (first === undefined || more <= 0) return refusals;
  const message = more === 1 ? 'There is 1 more mistake.' : `There are ${more} more mistakes.`;
  const others: Refusal = {
    error: first.error,
    status: first.status,
    message,
    own: { code: 'more-mistakes', data: { count: String(more) } },
    field: null,
    shown: { kind: 'toast', field: null },
    at: null,
    because: `one response reports at most ${mostReported} mistakes`,
  };
  return [...refusals.slice(0, mostReported), others];
}

/** Thrown to roll a transaction back; never leaves the engine. */
export class Refused extends StacklessError {
  override readonly name = 'Refused';
  readonly refusals: readonly Refusal[];
  readonly guess: readonly Target[];

  constructor(refusals: readonly Refusal[], guess: readonly Target[] = []) {
    const causes = reported(refusals);
    super(causes.map((one) => `${one.error}: ${one.because}`).join('; '));
    this.refusals = causes;
    this.guess = guess;
  }
}

/**
 * No role of the person allows it. If they are signed out, the error says so, because signing in
 * may help.
 */
export const accessRefusal = (index: ModelIndex, signedIn: boolean, input: Omit<RefusalInput, 'error'>): Refusal =>
  refusal(index, { ...input, error: signedIn ? 'FORBIDDEN' : notSignedIn(index.model) });

/** Refuses after a plain no of section 6; `about`: details of the request. */
export const deniedBy = (
  world: Pick<World, 'index' | 'me'>,
  { at, because, permission }: Extract<Grant, { readonly kind: 'no' }>,
  about: Pick<RefusalInput, 'record' | 'field' | 'at'> = {},
): Refusal => accessRefusal(world.index, world.me() !== null, { entity: permission.entity, at, because, permission, ...about });

/**
 * The refusal for an exhausted budget (src/expression/evaluate/budget.ts): the operation ends and
 * changes nothing.
 */
export const tooExpensive = (index: ModelIndex): Refusal =>
  refusal(index, { error: 'TOO_EXPENSIVE', because: `its expressions need more than ${stepsPerOperation} steps` });
