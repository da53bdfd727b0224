import { nearest } from '../../base/nearest.ts';
import type { Bullet, BulletList } from '../../syntax/tree.ts';
import type { Part, PartContent } from '../ast/screens.ts';
import { partReaders, type ReadableKind, readableKinds } from '../parts/index.ts';
import { isHoleText } from '../reading/cell-forms.ts';
import { bindingsKey } from '../reading/environment-key.ts';
import { misspeltForm } from '../reading/near-words.ts';
import { noteOptionsBeside } from '../reading/option-meant.ts';
import { atColon, atTitle, type PartPlace, type PartWords, screensSection } from '../reading/part.ts';
import { notAPart, partMeant } from '../reading/part-meant.ts';
import { Phrase } from '../reading/phrase.ts';
import { splitSuffix } from '../reading/suffix.ts';
import { partWords } from '../vocabulary.ts';

/**
 * The most levels of nested parts that a screen can show, however deep the document nests its
 * bullets.
 */
const deepest = 12;

/** Reads bullets as parts. A bullet that does not begin like a part is prose and gets no index. */
function readParts(place: PartPlace, bullets: readonly Bullet[], prefix: string): Part[] {
  const parts: Part[] = [];
  noteOptionsBeside(place, bullets);
  for (const bullet of bullets) {
    const part = readPart(place, bullet, `${prefix}${parts.length}`);
    if (part !== null) parts.push(part);
  }
  return parts;
}

/** The parts of a screen: the bullets under its heading. */
export function readScreenParts(place: PartPlace, lists: readonly BulletList[]): Part[] {
  const about = ['part', place.screen, place.about ?? '', bindingsKey(place.bound)].join('\0');
  const parts: Part[] = [];
  for (const { items } of lists) noteOptionsBeside(place, items);
  for (const bullet of lists.flatMap((list) => list.items)) {
    const id = String(parts.length);
    const part = place.reading.unit(`${about}\0${id}`, bullet, () => readPart(place, bullet, id));
    if (part !== null) parts.push(part);
  }
  return parts;
}

function readPart(place: PartPlace, bullet: Bullet, id: string): Part | null {
  const phrase = Phrase.of(bullet);
  const { notes } = place.reading;
  const base = { id, span: bullet.span, when: null, roles: [], caption: null };
  if (isHoleText(phrase.text)) {
    notes.hole(screensSection, phrase.span, 'cell', `a part of ${place.screen}`, 'A gap is shown in its place.');
    return { ...base, kind: 'unread', text: phrase.text, hole: true, problem: 'This part is not shown.' };
  }
  const kind = readableKinds.find((one) => partReaders[one].begins.test(phrase.text));
  if (kind === undefined) {
    const problem = noteNearMiss(place, phrase);
    return problem === null ? null : { ...base, kind: 'unread', text: phrase.text, hole: false, problem };
  }
  if (id.split('.').length > deepest) {
    const problem = `Parts are nested at most ${deepest} deep: this one is not shown. Give it its own screen, or remove a level.`;
    notes.misread(screensSection, phrase.span, 'unknown-value', problem);
    return { ...base, kind: 'unread', text: phrase.text, hole: false, problem };
  }
  const reader = partReaders[kind];
  const begin = reader.begins.exec(phrase.text)?.[0] ?? '';
  const { rest, title } =
    reader.label === true || kind === 'text' ? { rest: phrase.slice(begin.length), title: null } : atTitle(phrase.slice(begin.length));
  const colon = atColon(rest);
  // Keywords are not looked for in free text: a text part, a title, and a label before its colon.
  const labelled = reader.label === true && colon.tail !== null;
  const words = kind === 'text' || (reader.label === true && !labelled);
  const suffix = splitSuffix(place, rest, words, labelled ? colon.head.text.length + 1 : 0);
  const whole = suffix.rest;
  const nested = () => readParts(place, bullet.children, `${id}.`);
  const content = read(kind, { rest: whole, bullet, id, nested }, place);
  const shared = { id, span: bullet.span, when: suffix.when, roles: suffix.roles, caption: title };
  if (typeof content !== 'string') return { ...shared, ...content };
  const meant = partMeant(place.reading, place.about, phrase.text);
  const problem = meant === null ? content : `${content} Did you mean “${meant}”?`;
  notes.misread(screensSection, phrase.span, 'unknown-value', problem, meant === null ? [] : [meant]);
  return { ...shared, kind: 'unread', text: phrase.text, hole: false, problem };
}

const read = (kind: ReadableKind, words: PartWords, place: PartPlace): PartContent | string => partReaders[kind].read(words, place);

/**
 * Suggests a correction for a misspelt first word such as `lsit of Ticket`, provided that the rest
 * of the bullet fits.
 */
function noteNearMiss(place: PartPlace, phrase: Phrase): string | null {
  const whole = misspeltForm(phrase.text, ['form to create', 'form to edit', 'sign-in form', 'sign-up form', 'section']);
  if (whole !== null) {
    const written = phrase.slice(0, whole.length);
    const message = `No part begins with “${written.text}”. Did you mean “${whole.form}”?`;
    place.reading.notes.misread(screensSection, written.span, 'near-miss', message, [whole.form]);
    return message;
  }
  const part = partMeant(place.reading, place.about, phrase.text);
  if (part !== null) {
    const message = `“${phrase.text}” is not a part, so nothing is shown for it. Did you mean “${part}”?`;
    place.reading.notes.misread(screensSection, phrase.span, 'near-miss', message, [part]);
    return message;
  }
  const other = notAPart(phrase.text);
  if (other !== null) {
    place.reading.notes.misread(screensSection, phrase.span, 'near-miss', other);
    return other;
  }
  const match = /^([\p{L}-]+)(\s+(?:of|to|form)\b|\s*:|\s+[^:]*:|$)/iu.exec(phrase.text);
  const word = match?.[1] ?? '';
  if (match === null || word.length < 3) return null;
  const after = (match[2] ?? '').trim().toLowerCase();
  const fits = partWords.filter(({ begins, kind }) => {
    if (after === 'of' || after === 'to' || after === 'form') return begins.endsWith(` ${after}`) || begins.endsWith(after);
    if (after === ':') return kind === 'details' || kind === 'buttons';
    if (after === '') return kind === 'columns' || kind === 'tabs';
    return kind === 'button' || kind === 'link' || kind === 'figure';
  });
  const [guess] = nearest(
    word,
    fits.map(({ begins }) => begins.split(' ')[0] as string),
    1,
  );
  if (guess === undefined || guess === word.toLowerCase() || !isSlip(word.toLowerCase(), guess)) return null;
  const span = phrase.slice(0, word.length).span;
  const form = fits.find(({ begins }) => begins.startsWith(guess))?.form ?? guess;
  const message = `No part is called “${word}”. Did you mean “${form}”?`;
  place.reading.notes.misread(screensSection, span, 'near-miss', message, [guess]);
  return message;
}

/**
 * Whether `word` is a typo: letters swapped, left out or doubled. A different letter in a short
 * word makes another word (“like this:” is no link).
 */
function isSlip(word: string, meant: string): boolean {
  const sorted = (text: string): string => [...text].sort().join('');
  return word.length >= 6 || sorted(word) === sorted(meant) || isWithin(word, meant) || isWithin(meant, word);
}

/** Whether `long` contains the letters of `short` in the same order. */
function isWithin(short: string, long: string): boolean {
  let found = 0;
  for (const letter of long) if (letter === short[found]) found++;
  return found === short.length;
}
