import type { Page } from 'playwright-core';

/**
 * The page's structure: tags, roles, classes, states and the presence of names, without texts. Two
 * equal siblings represent any number. Pages of the same shape have the same axe-core problems.
 */
export const markupShape = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const values = new Set([
      'role',
      'class',
      'style',
      'type',
      'lang',
      'dir',
      'tabindex',
      'scope',
      'aria-level',
      'aria-live',
      'autocomplete',
    ]);
    const yesOrNo = new Set(['true', 'false', 'mixed', '']);
    const attribute = ({ name, value }: Attr): string => `${name}=${values.has(name) || yesOrNo.has(value) ? value : ''}`;
    const shape = (node: Node): string => {
      if (node instanceof Text) return node.data.trim() === '' ? '' : 'text';
      if (!(node instanceof Element) || node instanceof HTMLScriptElement || node instanceof HTMLStyleElement) return '';
      const inside = [...node.childNodes].map(shape).filter((one) => one !== '');
      const seen = new Map<string, number>();
      const kept = inside.filter((one) => {
        const count = (seen.get(one) ?? 0) + 1;
        seen.set(one, count);
        return count <= 2;
      });
      return `<${node.tagName} ${[...node.attributes].map(attribute).sort().join(' ')}>${kept.join('')}</>`;
    };
    return shape(document.documentElement);
  });
