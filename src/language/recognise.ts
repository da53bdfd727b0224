import { sectionTitles } from '../model/ast/common.ts';
import type { Model } from '../model/model.ts';

const small = new Set(['the', 'and', 'their', 'for', 'what', 'does', 'it', 'makes', 'whom']);
const wordsOf = (text: string): string[] => (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !small.has(word));

/**
 * Is a Markdown document meant to be a specification? It is by its title, or by a section whose
 * number and words are those of the notation: `## 4. States`. An ordinary document with numbered
 * headings is left alone.
 */
export function isMeantAsSpecification({ tree }: Model): boolean {
  if (/^specification\s*:/i.test(tree.title?.text ?? '')) return true;
  return tree.sections.some(({ number, heading }) => {
    const own = new Set(wordsOf(sectionTitles[number - 1] ?? ''));
    return wordsOf(heading.text).some((word) => own.has(word));
  });
}
