import type { Span } from '../../base/span.ts';
import { stepsPerOperation } from '../../expression/evaluate/budget.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { ErrorEntry, MessagePart } from '../../model/ast/errors.ts';
import type { Labels } from '../../model/labels.ts';
import { notSignedIn } from '../../model/lookup.ts';
import { isSecret } from '../../model/types/traits.ts';
import { ownErrors } from '../../model/vocabulary.ts';
import type { PermissionKey } from '../access/permission-key.ts';
import type { Target } from '../account/target.ts';
import type { ModelIndex } from '../document/model-index.ts';
import type { OwnMessage, Refusal } from '../outcome.ts';
import { inWords, shortened } from '../wording.ts';
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
   * A rule on `Entity.field`: its error appears at that field, unless the catalogue names another
   * place.
   */
  readonly atField?: boolean;
  /** Instead of the product's own words; the catalogue's come first. */
  readonly message?: string;
  /** What `message` says. */
  readonly own?: OwnMessage;
}

/** An error of section 8 for what happened, with its message filled in. */
export function refusal(index: ModelIndex, given: RefusalInput): Refusal {
  const input = isPassword(index, given) ? { ...given, value: undefined } : given;
  index.observer?.({ kind: 'error', name: input.error });
  const entry = index.error(input.error);
  const known = ownErrors.find((own) => own.name === input.error);
  const entity = input.entity ?? input.record?.entity ?? null;
  const declares = (field: string): boolean => entity !== null && index.field(entity, field) !== null;
  const at = entry?.shown.kind === 'at' ? entry.shown.field.text : null;
  // `at field` is the field it is about, unless there is a field of that name.
  const named = at === null || (at === 'field' && !declares('field')) ? null : at;
  const field = named ?? input.field ?? null;
  const place = entry?.shown.kind ?? known?.shown ?? 'toast';
  const fieldsOwn =
    field !== null && (input.atField === true || input.error === 'INVALID' || (entry === null && input.error === 'CONFLICT'));
  const shown = place === 'toast' && fieldsOwn ? 'at' : place;
  const inOthers = translations(index, input, entry, field, entity);
  return {
    error: input.error,
    status: entry?.status ?? known?.status ?? 422,
    message:
      entry === null
        ? (input.message ?? fill(index, parse(known?.message ?? inWords(input.error)), input, field, entity))
        : fill(index, entry.message, input, field, entity),
    ...(entry === null ? { own: input.own ?? ownOf(index, input, field, entity) } : {}),
    ...(inOthers === null ? {} : { in: inOthers }),
    field,
    shown: { kind: shown === 'at' && field === null ? 'toast' : shown, field: shown === 'at' ? field : null },
    at: input.at ?? null,
    because: input.because,
    ...(input.permission === undefined ? {} : { permission: input.permission }),
    ...(entity === null ? {} : { entity }),
    ...(input.value === undefined ? {} : { value: plainValue(index, input.value) }),
    ...(input.limit ? { limit: input.limit } : {}),
  };
}

/** No message repeats a password. */
const isPassword = (index: ModelIndex, { entity, record, field }: RefusalInput): boolean =>
  field != null && isSecret(index.field(entity ?? record?.entity ?? '', field));

function plainValue(index: ModelIndex, value: Value): string | number | boolean | null {
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? value : shortened(humanValue(index, value));
}

/** Built-in errors have a default message by name; a specific message comes with its own text. */
function ownOf(index: ModelIndex, input: RefusalInput, field: string | null, entity: string | null): OwnMessage | undefined {
  const known = ownErrors.find((own) => own.name === input.error);
  if (known === undefined || input.message !== undefined) return undefined;
  return {
    code: known.name,
    data: dataOf(index.labels, field, entity),
  };
}

const parse = (message: string): MessagePart[] =>
  message
    .split(/(\{\w+\})/)
    .map(
      (text): MessagePart =>
        /^\{\w+\}$/.test(text) ? { kind: 'slot', name: text.slice(1, -1), span: { from: 0, to: 0 } } : { kind: 'text', text },
    );

/** What is said in the document's other languages; null where it has only one. */
function translations(
  index: ModelIndex,
  input: RefusalInput,
  entry: ErrorEntry | null,
  field: string | null,
  entity: string | null,
): Refusal['in'] | null {
  if (index.translated.size === 0) return null;
  const written = entry?.message.map((part) => (part.kind === 'text' ? part.text : `{${part.name}}`)).join('') ?? '';
  const said = [...index.translated].map(([language, labels]) => {
    const template = entry === null ? null : labels.message(input.error, written);
    const message = template === null ? {} : { message: fill(index, parse(template), input, field, entity, labels) };
    return [language, { ...message, data: dataOf(labels, field, entity) }] as const;
  });
  return Object.fromEntries(said);
}

const dataOf = (labels: Labels, field: string | null, entity: string | null): Readonly<Record<string, string>> => ({
  ...(entity === null ? {} : { entity: labels.entity(entity) }),
  ...(field === null ? {} : { field: labels.field(entity ?? '', field) }),
});

function fill(
  index: ModelIndex,
  parts: readonly MessagePart[],
  input: RefusalInput,
  field: string | null,
  entity: string | null,
  labels: Labels = index.labels,
): string {
  const slot = (name: string): string => {
    const constant = index.constant(name);
    if (constant !== null) return humanConstant(index, constant);
    if (name === 'field' && field !== null) return labels.field(entity ?? '', field);
    if (name === 'entity') return entity === null ? 'record' : labels.inSentence(labels.entity(entity));
    if (name === 'value' && input.value !== undefined) return shortened(humanValue(index, input.value));
    if (name === 'limit' && input.limit) return input.limit;
    const record = input.record ?? null;
    const shown = record === null ? null : index.field(record.entity, name);
    if (record !== null && shown !== null) {
      const value = readOrNull(record, name);
      const isWord = typeof value === 'string' && (shown.type.kind === 'state' || shown.type.kind === 'enum');
      return isWord ? labels.inSentence(labels.value(record.entity, name, value)) : humanValue(index, value);
    }
    return inWords(name);
  };
  const text = parts.map((part) => (part.kind === 'text' ? part.text : slot(part.name))).join('');
  return text.charAt(0).toUpperCase() === text.charAt(0)
    ? text
    : parts[0]?.kind === 'slot'
      ? text.charAt(0).toUpperCase() + text.slice(1)
      : text;
}

/** One answer lists this many mistakes at most, and counts the others. */
const mostReported = 20;

/** Adds a refusal to a list that may be very long: beyond the reported ones it only counts. */
export function addRefusal(list: Refusal[], make: () => Refusal): void {
  const [first] = list;
  list.push(first !== undefined && list.length >= mostReported ? first : make());
}

/** The first refusals of a long list, and one more with the number of the others. */
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

/** Thrown inside a transaction to undo it; never leaves the engine. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusals: readonly Refusal[];
  readonly guess: readonly Target[];

  constructor(refusals: readonly Refusal[], guess: readonly Target[] = []) {
    const said = reported(refusals);
    super(said.map((one) => `${one.error}: ${one.because}`).join('; '));
    this.refusals = said;
    this.guess = guess;
  }
}

/** No role of the person allows it: signing in may help those who have not. */
export const denied = (index: ModelIndex, signedIn: boolean, input: Omit<RefusalInput, 'error'>): Refusal =>
  refusal(index, { ...input, error: signedIn ? 'FORBIDDEN' : notSignedIn(index.model) });

/** A plain no of section 6; `about`: what more is known of what was asked. */
export const deniedBy = (
  world: Pick<World, 'index' | 'me'>,
  { at, because, permission }: Extract<Grant, { readonly kind: 'no' }>,
  about: Pick<RefusalInput, 'record' | 'field' | 'at'> = {},
): Refusal => denied(world.index, world.me() !== null, { entity: permission.entity, at, because, permission, ...about });

/**
 * The operation has used up its budget (src/expression/evaluate/budget.ts): it ends and changes
 * nothing.
 */
export const tooExpensive = (index: ModelIndex): Refusal =>
  refusal(index, { error: 'TOO_EXPENSIVE', because: `its expressions need more than ${stepsPerOperation} steps` });
