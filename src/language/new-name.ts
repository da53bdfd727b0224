import type { Model } from '../model/model.ts';
import { ownErrors } from '../model/own-words.ts';
import { capital, isConstantName, isIdentifier, isLowerCaseWords, isPascalCase } from '../model/reading/cell-forms.ts';
import { builtInFields, operations, reservedEvents } from '../model/vocabulary.ts';
import { occurrencesOf } from './names/occurrences.ts';
import { kindTitle, type NamedThing, titleOf } from './symbol.ts';

/** Constants that the product itself looks up by name. */
const ownConstants = ['CURRENCY', 'TIME_ZONE'];

/** Whether the event is triggered by the answer to a request. */
export const isAnswer = (model: Model, { kind, text, within }: NamedThing): boolean =>
  kind === 'event' &&
  model.machines.some(
    ({ entity, transitions }) =>
      entity === within &&
      transitions.some(({ effect }) => effect?.steps.some((step) => step.kind === 'send' && step.event?.text === text) === true),
  );

/** The reason why a name cannot be changed at all, or null. */
export function whyFixed(model: Model, thing: NamedThing): string | null {
  const { kind, text } = thing;
  if (kind === 'call') return 'A call is named by its method and its path: change these in its row.';
  const answer = text.endsWith(' failed') ? text.slice(0, -' failed'.length) : null;
  if (answer !== null && isAnswer(model, { ...thing, text: answer }))
    return `The event “${text}” follows from “${answer}”: rename that one, and this one is renamed with it.`;
  if (kind === 'component') return 'A component is supplied from outside: its name is not this document’s to change.';
  if (kind === 'error' && ownErrors.some((own) => own.name === text))
    return `${text} is one of the product’s own errors: with another name it would be another error.`;
  if (kind === 'constant' && ownConstants.includes(text)) return `The product looks for the constant ${text} by this name.`;
  if (kind === 'field' && (builtInFields as readonly string[]).includes(text))
    return `Every record has the field ${text}: its name is the product’s.`;
  if (!occurrencesOf(model).some((one) => one.declaration && one.kind === kind && one.text === text && one.within === thing.within))
    return `${capital(titleOf(thing))} is not declared in this document.`;
  return null;
}

/** The reason why a thing cannot be renamed to `name`, or null. */
export function whyNot(model: Model, thing: NamedThing, name: string): string | null {
  if (name === thing.text) return 'That is its name already.';
  const form = wrongForm(thing, name);
  if (form !== null) return form;
  const same = (text: string): boolean => text.toLowerCase() === name.toLowerCase() && text !== thing.text;
  for (const { kind, text, within, declaration } of occurrencesOf(model)) {
    if (!declaration || !same(text) || !sharesNames(thing, { kind, text, within })) continue;
    return `There is ${kindTitle(kind) === 'entity' ? 'an' : 'a'} ${kindTitle(kind)} “${text}” already${within !== null && kind !== 'name' ? ` in ${within}` : ''}.`;
  }
  return null;
}

/** Whether two things must not have the same name. */
function sharesNames(one: NamedThing, other: NamedThing): boolean {
  const pair = [one.kind, other.kind];
  if (pair.every((kind) => kind === 'entity' || kind === 'view')) return true;
  return one.kind === other.kind && (one.kind === 'example' || one.within === other.within);
}

function wrongForm({ kind }: NamedThing, name: string): string | null {
  switch (kind) {
    case 'entity':
    case 'view':
      return isPascalCase(name)
        ? null
        : `“${name}” cannot be the name of ${kind === 'entity' ? 'an entity' : 'a view'}: it is one word that begins with a capital, such as OrderLine.`;
    case 'field':
    case 'example':
    case 'name':
      if ((builtInFields as readonly string[]).includes(name) && kind === 'field') return `Every record has a field ${name} already.`;
      return isIdentifier(name)
        ? null
        : `“${name}” cannot be the name of ${kind === 'example' ? 'an example' : `a ${kind}`}: it is letters, digits and “_”, begins with a letter, and is none of the words that expressions reserve.`;
    case 'state':
    case 'event':
    case 'role':
      return wrongWords(kind, name);
    case 'error':
    case 'message':
    case 'constant':
      return isConstantName(name)
        ? null
        : `${kind === 'constant' ? 'A constant' : kind === 'error' ? 'An error' : 'A message'} is named in capitals with underscores: DAILY_LIMIT. “${name}” is not.`;
    default:
      return name.trim() === name && /^[\p{L}\p{N}][^|`,:{}\r\n]*$/u.test(name)
        ? null
        : `“${name}” cannot be the name of a ${kindTitle(kind)}: it begins with a letter or digit and has no “|”, “,”, “:”, braces or backticks.`;
  }
}

function wrongWords(kind: 'state' | 'event' | 'role', name: string): string | null {
  if (!isLowerCaseWords(name) || name.trim() !== name)
    return `${kind === 'event' ? 'An event' : `A ${kind}`} is named by lower-case words: “in progress”. “${name}” is not.`;
  const taken = kind === 'event' ? [...reservedEvents, ...operations] : kind === 'state' ? ['any'] : ['nobody'];
  if (taken.includes(name))
    return `“${name}” is a word of the notation: ${kind === 'event' ? 'an event' : `a ${kind}`} cannot have it as its name.`;
  return null;
}
