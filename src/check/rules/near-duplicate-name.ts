import type { Declaration, Kind } from '../../model/facts/common.ts';
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
    const groups = new Map<string, Declaration[]>();
    for (const declaration of model.declared) {
      if (!compared.includes(declaration.kind)) continue;
      const key = `${declaration.kind}\n${declaration.within ?? ''}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      if (group.some((other) => other.text.toLowerCase() === declaration.text.toLowerCase())) continue;
      const other = group.find((one) => mistakable(one.text, declaration.text));
      group.push(declaration);
      if (other !== undefined)
        report({ message: 'close', at: declaration, data: { kind: declaration.kind, name: declaration.text, other: other.text } });
    }
  },
});

const compared: readonly Kind[] = ['entity', 'field', 'state', 'event', 'role', 'error', 'constant', 'screen', 'view'];

/** The same but for blanks, dashes and capitals, for two letters that changed places, or for a letter written twice. */
function mistakable(a: string, b: string): boolean {
  const [first, second] = [letters(a), letters(b)];
  if (first === second) return true;
  if (Math.min(first.length, second.length) < 5 || Math.abs(first.length - second.length) > 1) return false;
  if (first.length !== second.length) return first.replace(/(.)\1/gu, '$1') === second.replace(/(.)\1/gu, '$1');
  const differing = [...first].flatMap((char, index) => (char === second[index] ? [] : [index]));
  const [left = 0, right = 0] = differing;
  return differing.length === 2 && right === left + 1 && first[left] === second[right] && first[right] === second[left];
}

const letters = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');
