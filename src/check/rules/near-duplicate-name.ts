import { memoize } from '../../base/memoize.ts';
import type { Declaration, Kind } from '../../model/ast/common.ts';
import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const nearDuplicateName = defineRule({
  code: 'near-duplicate-name',
  severity: 'warning',
  section: 0,
  summary: 'Two names of one kind that are easily confused.',
  messages: {
    close: 'The {kind} “{name}” is almost “{other}”. If both mean the same thing, write them the same; otherwise rename one.',
  },
  check(model, report) {
    // Groups names by keys that similar-looking names share.
    const groups = new Map<string, Map<string, Declaration>>();
    for (const declaration of model.declared) {
      const { kind, text: name, within } = declaration;
      if (!compared.includes(kind)) continue;
      const group = groups.get(`${kind}\n${within ?? ''}`) ?? new Map<string, Declaration>();
      groups.set(`${kind}\n${within ?? ''}`, group);
      const { looked, left } = keysOf(name);
      const key = looked.find((one) => group.has(one));
      const other = key === undefined ? undefined : group.get(key);
      for (const one of left) if (!group.has(one)) group.set(one, declaration);
      // Another rule reports names that differ only in case.
      if (other === undefined || other.text.toLowerCase() === name.toLowerCase() || differInMeaning(name, other.text)) continue;
      const fix = kind === 'state' || kind === 'event' ? replaceBy(declaration.span, [other.text]) : [];
      report({ message: 'close', at: declaration, fix, data: { kind, name, other: other.text } });
    }
  },
});

const compared: readonly Kind[] = ['entity', 'field', 'state', 'event', 'role', 'error', 'constant', 'screen', 'view'];

/**
 * The keys under which a name looks for others and is found itself. Cached, because every keystroke
 * compares all names again.
 */
const keysOf = memoize((name: string): { readonly looked: readonly string[]; readonly left: readonly string[] } => {
  const plain = letters(name);
  const shorter = shortened(plain);
  // The prefix keeps two names from matching if each has one extra letter.
  const looked = [plain, undoubled(plain), ...swapped(plain), ...shorter, `+${plain}`];
  return { looked, left: [plain, undoubled(plain), ...shorter.map((key) => `+${key}`)] };
}, 5000);

/** First words that are alike and change the meaning of a name: NO_CUSTOMER and NOT_CUSTOMER. */
const meaningful: ReadonlySet<string> = new Set(['no', 'non', 'none', 'not', 'now', 'on', 'one', 'un']);

/** Whether the names differ in a first word that carries a meaning of its own in both. */
function differInMeaning(name: string, other: string): boolean {
  const [one, two] = [firstWord(name), firstWord(other)];
  return one !== two && meaningful.has(one) && meaningful.has(two);
}

const firstWord = (name: string): string => (/^(?:\p{Lu}+(?!\p{Ll})|\p{L}\p{Ll}*)/u.exec(name)?.[0] ?? '').toLowerCase();

/** Lower case, without spaces, hyphens and underscores. */
const letters = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/**
 * Without the second of two equal letters. Short names and digits are left alone, since double ones
 * are often intended.
 */
const undoubled = (name: string): string => (name.length < 5 ? name : name.replace(/(\p{L})\1/gu, '$1'));

/**
 * All variants without one letter. The last letter stays, because “share” and “shared” or “price”
 * and “prices” are intended.
 */
function shortened(name: string): string[] {
  if (name.length < 6 || name.length > 60) return [];
  return Array.from({ length: name.length - 1 }, (_, index) => index)
    .filter((index) => /^\p{L}$/u.test(name.charAt(index)))
    .map((index) => name.slice(0, index) + name.slice(index + 1));
}

/** All variants with two adjacent letters swapped. */
function swapped(name: string): string[] {
  // Skips names longer than people write, which would take too long.
  if (name.length < 5 || name.length > 60) return [];
  return Array.from({ length: name.length - 1 }, (_, index) => index)
    .filter((index) => /^\p{L}{2}$/u.test(name.slice(index, index + 2)) && name[index] !== name[index + 1])
    .map((index) => `${name.slice(0, index)}${name[index + 1]}${name[index]}${name.slice(index + 2)}`);
}
