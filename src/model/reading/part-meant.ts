import { plural } from '../../base/plural.ts';
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

/**
 * The part that a bullet of section 2 describes in other words, such as `list of Tool: name` for
 * “table of tools (name)”; null: it is none, or something in it is not declared. `about`: the
 * entity whose record the screen is about.
 */
export function partMeant({ entities, names, declarations }: Reading, about: string | null, text: string): string | null {
  if (text.length > longest) return null;
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
  if (about === null) return null;
  if (history.test(text)) return `timeline of ${about}`;
  const fields = items(shown.exec(text)?.[1]);
  if (known('field', about, fields)) return `details: ${fields.join(', ')}`;
  const press = pressed.exec(text);
  const events = items(press?.[1] ?? press?.[2] ?? listed.exec(text)?.[1]).map((one) => one.toLowerCase());
  return known('event', about, events) ? `buttons: ${events.join(', ')}` : null;
}
