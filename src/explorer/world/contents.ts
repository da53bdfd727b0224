import type { Template } from './template.ts';

/**
 * Numbers each distinct content: what a record is and which slots it names (-1: a record that does
 * not exist). The keys of worlds consist of these numbers.
 */
export class Contents {
  readonly templates: Template[] = [];
  readonly links: (readonly number[])[] = [];
  /** Records are sorted by these; where they are equal, the order does not follow from them. */
  ranks = new Float64Array(256);
  /** Initial colors: equal only for records that differ in nothing but their links. */
  colors = new Int32Array(256);
  /** Their sum over a world identifies how many records of each entity it has. */
  shapes = new Float64Array(256);
  readonly #heads: number[] = [];
  readonly #numbers = new Map<number | string, number>();
  readonly #ordered: boolean;

  /** `ordered`: whether the order in which records were created matters. */
  constructor(ordered: boolean) {
    this.#ordered = ordered;
  }

  get count(): number {
    return this.#heads.length;
  }

  /** Returns the number of a content. `head`: equal for records that differ only in their links. */
  of(head: number, template: Template, links: readonly number[]): number {
    const { length } = links;
    let code = 0;
    let fits = length <= 3 && head < 2 ** 20;
    for (let at = 0; at < length; at++) {
      const link = links[at] as number;
      if (link > 500) fits = false;
      code = code * 512 + link + 2;
    }
    const key = fits ? code * 2 ** 20 + head : `${head} ${links.join()}`;
    return this.#numbers.get(key) ?? this.#add(key, head, template, links);
  }

  #add(key: number | string, head: number, template: Template, links: readonly number[]): number {
    const number = this.#heads.push(head) - 1;
    this.#numbers.set(key, number);
    this.templates.push(template);
    this.links.push([...links]);
    if (number >= this.ranks.length) {
      const ranks = new Float64Array(number * 2);
      ranks.set(this.ranks);
      this.ranks = ranks;
      const shapes = new Float64Array(number * 2);
      shapes.set(this.shapes);
      this.shapes = shapes;
      const colors = new Int32Array(number * 2);
      colors.set(this.colors);
      this.colors = colors;
    }
    // Values that no event changes come first, so that records seldom change places.
    const { entity, root } = template;
    this.ranks[number] = this.#ordered ? entity : (entity * 2 ** 16 + (root % 2 ** 16)) * 2 ** 22 + (head % 2 ** 22);
    this.shapes[number] = 64 ** entity;
    this.colors[number] = mixedHash(head + 1, entity + 77);
    return number;
  }

  /** The content of the same record with other links. */
  relinked(number: number, links: readonly number[]): number {
    return this.of(this.#heads[number] as number, this.templates[number] as Template, links);
  }

  /** Sorts the members within each list, unless the order of creation matters. */
  sort({ columns }: Template, links: number[]): void {
    if (this.#ordered) return;
    for (let one = 1; one < columns.length; one++)
      for (let at = one; at > 0 && columns[at] === columns[at - 1] && (links[at] as number) < (links[at - 1] as number); at--) {
        const more = links[at] as number;
        links[at] = links[at - 1] as number;
        links[at - 1] = more;
      }
  }
}

export function mixedHash(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) | 0;
}
