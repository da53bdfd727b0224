import { foldEmail } from '../../base/email.ts';
import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { isRecord, isRecordList, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { Message, TextPart } from '../../model/ast/messages.ts';
import { writtenText } from '../../model/ast/messages.ts';
import type { Labels } from '../../model/labels.ts';
import { mailField } from '../../model/lookup.ts';
import { accountAt } from '../account/mailed-links.ts';
import { countFailure, mailTargets, throttleRefusal } from '../account/throttle.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { offeredLanguage } from '../languages/choose.ts';
import type { MailPayload, MessageContent } from '../messages/mail-payload.ts';
import { enabledChannels } from '../messages/muted.ts';
import { checkedAddress } from '../operations/mail-link.ts';
import type { Run } from '../run.ts';
import { languageOf } from '../screens/of-reader.ts';
import { humanConstant, humanValue } from '../world/human-value.ts';
import { readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';
import { Refused, refusal } from './refusals.ts';

/** Maximum number of people that one `tell` may reach. */
export const maxRecipients = 1000;

/**
 * Tells a message: adds an entry to the inbox of each person, and a mail that is sent after the
 * commit. Subject and text are composed with the product's authority, because the author chose
 * their content. Throws Refused beyond `maxRecipients` people.
 */
export function sendMessage(run: Run, message: Message, record: RecordValue, to: Value): void {
  const { world } = run;
  const { index, store } = world;
  const people = peopleIn(to, index.model.account?.entity.text ?? null);
  const addresses = addressesIn(to);
  const reached = people.length + addresses.length;
  if (reached > maxRecipients) {
    const because = `“tell ${message.name.text}” is for ${reached} people, and reaches at most ${maxRecipients}`;
    throw new Refused([refusal(index, { error: 'CONFLICT', record, at: message.span, because })]);
  }
  const address = mailField(index.model);
  /** By language: people with the same language get the same text. */
  const written = new Map<string | null, { readonly subject: string; readonly text: string }>();
  const writtenFor = (person: RecordValue | null): { readonly subject: string; readonly text: string } => {
    const own = index.translated.size === 0 || person === null ? null : languageOf(world, person);
    const language = offeredLanguage(index.model.languages, own === null ? [] : [own]);
    const labels = (language === null ? undefined : index.translated.get(language)) ?? index.labels;
    const found = written.get(labels.language) ?? {
      subject: oneLine(composed(world, labels, message.subject, record, (text) => text)),
      text: composed(world, labels, message.text, record, plainMarkdown),
    };
    written.set(labels.language, found);
    return found;
  };
  const waysOf = enabledChannels(store, message);
  for (const person of people) {
    const ways = waysOf(person.id);
    if (ways.length === 0) continue;
    const { subject, text } = writtenFor(person);
    if (ways.includes('app')) {
      store.inbox.add({
        id: world.newId(),
        account: person.id,
        message: message.name.text,
        entity: record.entity,
        record: record.id,
        subject,
        text,
        at: world.milliseconds,
        read: false,
      });
      run.noteInbox(person.id);
    }
    const mail = address === null || !ways.includes('mail') ? null : readOrNull(person, address);
    if (typeof mail === 'string' && mail !== '') {
      const about = { entity: record.entity, id: record.id };
      run.addJob('mail', { to: mail, message: message.name.text, account: person.id, subject, text, about } satisfies MailPayload);
    }
    index.observer?.({ kind: 'message', name: message.name.text, account: person.id });
  }
  const about = { entity: record.entity, id: record.id };
  for (const given of addresses) tellAddress(run, given, { message: message.name.text, ...writtenFor(null), about });
}

/**
 * Sends a message to an address. Whether it has an account is looked up only when the mail is sent,
 * so nothing here reveals it. Such mails count like requested ones, because they go to any address.
 */
function tellAddress(run: Run, given: string, told: MessageContent): void {
  const { world } = run;
  const address = checkedAddress(world, given);
  if (typeof address !== 'string') return;
  if (world.person.origin !== undefined) {
    const counted = mailTargets(world, address);
    const wait = throttleRefusal(world, counted);
    if (wait !== null) throw new Refused([wait]);
    countFailure(world, counted);
  }
  run.addJob('mail', { to: address, link: { purpose: 'invite', address, told } } satisfies MailPayload);
  const { observer } = world.index;
  observer?.({ kind: 'message', name: told.message, account: accountAt(world, address)?.id ?? address });
}

const textsIn = (value: Value): readonly Value[] => (Array.isArray(value) ? (value as readonly Value[]) : [value]);

/** The addresses in a value, each once. */
function addressesIn(value: Value): readonly string[] {
  const texts = textsIn(value).flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : []));
  return [...new Map(texts.map((one) => [foldEmail(one), one])).values()];
}

/** The accounts in a value, each once, in their order. */
function peopleIn(value: Value, account: string | null): RecordValue[] {
  const all: readonly Value[] = isRecordList(value) ? value.records() : Array.isArray(value) ? (value as readonly Value[]) : [value];
  const people = all.flatMap((one) => (isRecord(one) && one.entity === account ? [one] : []));
  return [...new Map(people.map((person) => [person.id, person])).values()];
}

/** Composes a text. A value that cannot be evaluated is left out, so it does not stop the event. */
function composed(
  world: World,
  labels: Labels,
  parts: readonly TextPart[],
  record: RecordValue,
  asText: (value: string) => string,
): string {
  const scope = world.scope(record);
  return inLanguage(labels, parts)
    .map((part) => (part.kind === 'text' ? part.text : asText(inWords(world.index, labels, record, part.expression, scope))))
    .join('');
}

/** The parts of a text in the reader's language; a translation may use the values in any order. */
function inLanguage(labels: Labels, parts: readonly TextPart[]): readonly TextPart[] {
  const written = writtenText(parts);
  const translated = labels.text(written);
  if (translated === written) return parts;
  const values = new Map<string, TextPart>(
    parts.flatMap((part) => (part.kind === 'value' ? [[`{${part.expression.source}}`, part] as const] : [])),
  );
  return translated.split(/(\{[^{}]*\})/).map((text): TextPart => values.get(text) ?? { kind: 'text', text });
}

function inWords(index: ModelIndex, labels: Labels, record: RecordValue, expression: Expression, scope: Scope): string {
  const constant = index.constant(expression.source);
  if (constant !== null) return humanConstant(index, constant, labels);
  const value = valueOrNull(expression, scope);
  if (value === null) return '';
  const { type } = expression;
  const [entity, field] =
    type.kind === 'state' ? [type.entity, type.field] : type.kind === 'enum' ? [record.entity, expression.source] : [null, null];
  return entity !== null && typeof value === 'string'
    ? labels.inSentence(labels.value(entity, field, value))
    : humanValue(index, value, type);
}

/** The expression's value; null if it cannot be evaluated. */
export function valueOrNull(expression: Expression, scope: Scope): Value {
  try {
    return compileExpression(expression)(scope);
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Escapes a value, so it creates no links, headings or lines in a message. */
const plainMarkdown = (text: string): string => oneLine(text).replace(/[\\`*_{}[\]()<>#+\-.!|~&:@]/g, '\\$&');
