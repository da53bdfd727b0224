import { remember } from '../../base/remember.ts';
import type { Declaration, Kind } from '../../model/ast/common.ts';
import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const nearDuplicateName = defineRule({
  code: 'near-duplicate-name',
  severity: 'warning',
  section: 0,
  summary: 'Two names of one kind that are easily mistaken for each other.',
  messages: {
    close: 'The {kind} “{name}” is almost “{other}”. If both are meant to be the same, write them the same; else give one another name.',
  },
  check(model, report) {
    // By what a hurried reader sees: names that look alike have a key in common.
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
      // The same but for capitals is a different mistake.
      if (other === undefined || other.text.toLowerCase() === name.toLowerCase()) continue;
      const fix = kind === 'state' || kind === 'event' ? replaceBy(declaration.span, [other.text]) : [];
      report({ message: 'close', at: declaration, fix, data: { kind, name, other: other.text } });
    }
  },
});

const compared: readonly Kind[] = ['entity', 'field', 'state', 'event', 'role', 'error', 'constant', 'screen', 'view'];

/**
 * Under which keys a name looks for another, and under which it can be found. Remembered: at each
 * keystroke all names are compared again.
 */
const keysOf = remember((name: string): { readonly looked: readonly string[]; readonly left: readonly string[] } => {
  const plain = letters(name);
  const shorter = shortened(plain);
  // With a mark, so that two names with one letter too many each are not taken for each other.
  const looked = [plain, undoubled(plain), ...swapped(plain), ...shorter, `+${plain}`];
  return { looked, left: [plain, undoubled(plain), ...shorter.map((key) => `+${key}`)] };
}, 5000);

/** Without blanks, dashes and capitals. */
const letters = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** Without the second of two equal letters; short names and digits are too often meant so. */
const undoubled = (name: string): string => (name.length < 5 ? name : name.replace(/(\p{L})\1/gu, '$1'));

/**
 * Without one of its letters. The last one stays: “share” and “shared”, “price” and “prices” are
 * meant so.
 */
function shortened(name: string): string[] {
  if (name.length < 6 || name.length > 60) return [];
  return Array.from({ length: name.length - 1 }, (_, index) => index)
    .filter((index) => /^\p{L}$/u.test(name.charAt(index)))
    .map((index) => name.slice(0, index) + name.slice(index + 1));
}

/** With each two neighbouring letters in the other order. */
function swapped(name: string): string[] {
  // Names longer than any that people write are not worth the work.
  if (name.length < 5 || name.length > 60) return [];
  return Array.from({ length: name.length - 1 }, (_, index) => index)
    .filter((index) => /^\p{L}{2}$/u.test(name.slice(index, index + 2)) && name[index] !== name[index + 1])
    .map((index) => `${name.slice(0, index)}${name[index + 1]}${name[index]}${name.slice(index + 2)}`);
}
