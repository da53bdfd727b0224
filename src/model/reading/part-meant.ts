import { plural } from '../../base/plural.ts';
import { partWords } from '../vocabulary.ts';
import { toSentenceCase, toWords } from './cell-forms.ts';
import type { FieldDraft } from './drafts.ts';
import { nameMeant } from './name-meant.ts';
import type { Reading } from './reading.ts';

/** A longer bullet is a sentence. */
const longest = 160;

const lists =
  /^(?:list|table|grid|data ?table|overview|index) (?:of|with)(?: all)?(?: the)?( my| our| own)? ([\p{L} ]+?)(?: ?(?:\(|:| with ) ?([^()]*)\)?)?$/iu;
const shown = /^(?:shows?|displays?)(?: the)?:? ([^:]+)$/i;
const history = /^(?:the )?(?:history|audit trail|audit log|activity|activity log|change log)(?: of [\p{L} ]+)?$/iu;
const counted = /^(?:the )?(?:number|count|total|total number) of(?: all)?(?: the)? ([\p{L} ]+?)(?::.*)?$/iu;
const pressed = /^(?:button to ([\p{L} ]+)|([\p{L} ]+) button)$/iu;
const listed = /^(?:actions|events)\s*: ?(.+)$/i;
const created = /^form (?:for|to add|to make|to enter)(?: an?)?(?: new)? ([\p{L} ]+)$/iu;
const added = /^(?:button:? )?(["“]?)((?:add|new|create)(?: an?)?(?: new)? ([\p{L} ]+?))["”]?(?: (?:form|button))?$/iu;
const edited = /^(?:edit(?:ing)? form|edit button|edit)$/i;
const signIn = /^(?:log-?in|sign[- ]?in)(?: form| box| page)?$/i;
const signUp = /^(?:register|registration|sign[- ]?up)(?: form| box| page)?$/i;
const belonging = /^(?:its |their |the |all |related )?([\p{L} ]+?)(?: list| table)?$/iu;

/**
 * The part that a bullet of section 2 describes in other words, such as `list of Tool: name` for
 * “table of tools (name)”; null: it is none, or something in it is not declared. `about`: the
 * entity whose record the screen is about.
 */
export function partMeant({ entities, names, declarations }: Reading, about: string | null, written: string): string | null {
  if (written.length > longest) return null;
  const text = written.replace(/^an? /i, '');
  const entity = (words = ''): string | null => nameMeant(entities.keys(), words);
  const items = (words: string | undefined): string[] => (words ?? '').split(/,| and /).flatMap((one) => one.trim() || []);
  const known = (kind: 'field' | 'event', of: string, some: readonly string[]): boolean =>
    some.length > 0 && some.every((one) => names.has(kind, one, of));
  const list = lists.exec(text);
  const ofList = entity(list?.[2]);
  if (ofList !== null) {
    const columns = items(list?.[3]);
    const isOwner = ({ type, builtIn }: FieldDraft): boolean =>
      !builtIn && type.kind === 'relation' && type.entity.text === declarations.account;
    const isOwn = list?.[1] !== undefined;
    const [owner, ...others] = isOwn ? (entities.get(ofList)?.fields ?? []).filter(isOwner) : [];
    // Whose records are meant must be certain: a list of all is something else.
    if (isOwn && (owner === undefined || others.length > 0)) return null;
    const head = owner === undefined ? `list of ${ofList}` : `list of ${ofList} where \`${owner.name.text} == me\``;
    return known('field', ofList, columns) ? `${head}: ${columns.join(', ')}` : head;
  }
  const ofCount = entity(counted.exec(text)?.[1]);
  if (ofCount !== null) return `figure ${toSentenceCase(plural(toWords(ofCount)))}: \`size(${ofCount})\``;
  const ofForm = entity(created.exec(text)?.[1]);
  if (ofForm !== null) return `form to create ${ofForm}`;
  const [, quote, label, what] = added.exec(text) ?? [];
  const ofAdded = entity(what);
  if (ofAdded !== null) return `form to create ${ofAdded}${quote === '' ? '' : ` as "${label}"`}`;
  if (signIn.test(text)) return 'sign-in form';
  if (signUp.test(text)) return 'sign-up form';
  const named = entity(belonging.exec(text)?.[1]);
  if (about === null) return named === null ? null : `list of ${named}`;
  const toAbout = ({ type, builtIn }: FieldDraft): boolean => !builtIn && type.kind === 'relation' && type.entity.text === about;
  const [back, ...more] = named === null || named === about ? [] : (entities.get(named)?.fields ?? []).filter(toAbout);
  if (back !== undefined && more.length === 0) return `list of ${named} where \`${back.name.text} == self\``;
  if (edited.test(text)) return 'form to edit';
  if (history.test(text)) return `timeline of ${about}`;
  const fields = items(shown.exec(text)?.[1]);
  if (known('field', about, fields)) return `details: ${fields.join(', ')}`;
  const press = pressed.exec(text);
  const events = items(press?.[1] ?? press?.[2] ?? listed.exec(text)?.[1]).map((one) => one.toLowerCase());
  return events.join() === 'delete' || known('event', about, events) ? `buttons: ${events.join(', ')}` : null;
}

/** Words for parts of screens. */
const ofScreens =
  /\b(?:banner|box|button|calendar|cards?|chart|comments|details|footer|form|gallery|graph|grid|header|image|link|list|map|menu|message|pagination|paging|panel|photos?|picture|preview|section|sidebar|slider|table|tabs|title|upload|widget)$|^(?:map|gallery|graph|grid|table|picture|photos?|slider|calendar|list) of /i;
const ofLists = /^(?:search|filters?|sort(?:ing)?|pagination|paging)\b/i;

/** Why nothing is shown for a bullet that seems to name a part; null: it seems to be prose. */
export function notAPart(text: string): string | null {
  if (text.split(/\s+/).length > 5 || /[.!?:]$/.test(text)) return null;
  if (ofLists.test(text))
    return `“${text}” is not a part, so nothing is shown for it. “search name” and “filter status” are nested in the bullet of a list; a long list has pages by itself.`;
  const begins = partWords.map((part) => part.begins).join(', ');
  return ofScreens.test(text) ? `“${text}” is not a part, so nothing is shown for it. A part begins with ${begins}.` : null;
}
