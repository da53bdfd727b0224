import { sectionTitles } from '../model/ast/common.ts';
import type { Model } from '../model/model.ts';

const small = new Set(['the', 'and', 'their', 'for', 'what', 'does', 'it', 'makes', 'whom']);
const wordsOf = (text: string): string[] => (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !small.has(word));

/**
 * Whether a Markdown document is meant to be a specification: by its title, or by a section with a
 * number and title of the notation, such as `## 4. States`. Other documents with numbered headings
 * are ignored.
 */
export function isMeantAsSpecification({ tree }: Model): boolean {
  if (/^specification\s*:/i.test(tree.title?.text ?? '')) return true;
  return tree.sections.some(({ number, heading }) => {
    const own = new Set(wordsOf(sectionTitles[number - 1] ?? ''));
    return wordsOf(heading.text).some((word) => own.has(word));
  });
}
