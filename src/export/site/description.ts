import type { Model } from '../../model/model.ts';

/** Search engines show about this many characters. */
const most = 160;

/**
 * Returns the first paragraph below the title without Markdown syntax, or the name if there is
 * none.
 */
export function descriptionOf({ tree: { loose }, name }: Pick<Model, 'tree' | 'name'>): string {
  const end = loose.findIndex((block) => block.kind === 'heading' && block.level > 1);
  const first = loose.slice(0, end < 0 ? loose.length : end).find((block) => block.kind === 'paragraph');
  const plain = first?.text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`]/g, '') ?? '';
  const words = plain.split(/\s+/).filter((word) => word !== '');
  let described = '';
  for (const word of words) {
    if (described.length + word.length >= most) return `${described}…`;
    described += `${described === '' ? '' : ' '}${word}`;
  }
  return described === '' ? name : described;
}
