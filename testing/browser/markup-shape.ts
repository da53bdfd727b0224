import type { Page } from 'playwright-core';

/**
 * Of what kinds of elements the page is made: tags, roles, classes, states and which names are
 * there, without what they say. Of the same elements side by side, two stand for any number. What
 * axe-core finds on one page it finds on another of the same shape.
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
