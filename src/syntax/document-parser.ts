import { Tree } from '@lezer/common';
import { commonEnds } from './common-ends.ts';
import { markdownParser } from './markdown-parser.ts';
import { blocksOf, prepare, treeOf } from './parse.ts';
import type { Block, SyntaxTree } from './tree.ts';

/**
 * Parses successive versions of a document, and of each only the part around the change: from the
 * heading before it to the first heading after it that is still one. A heading at the start of a
 * line, outside any other block, closes all open blocks, so the parts before and after it are
 * independent. The result always equals `parseDocument`.
 */
export class DocumentParser {
  #text = '';
  #prepared = '';
  #stretches: readonly Stretch[] = [];
  #parsed = 0;

  /** The number of characters that the last call passed to the Markdown parser. */
  get parsed(): number {
    return this.#parsed;
  }

  parse(text: string): SyntaxTree {
    const prepared = prepare(text);
    this.#parsed = 0;
    const first = this.#stretches.length === 0;
    this.#stretches = first ? this.#read(text, prepared, 0, prepared.length) : this.#readAgain(text, prepared);
    this.#text = text;
    this.#prepared = prepared;
    return treeOf(
      text,
      this.#stretches.flatMap(({ blocks }) => blocks),
    );
  }

  #read(text: string, prepared: string, from: number, to: number): Stretch[] {
    this.#parsed += to - from;
    return stretchesOf(text, prepared, from, to);
  }

  #readAgain(text: string, prepared: string): readonly Stretch[] {
    const before = this.#stretches;
    const same = commonEnds(this.#prepared, prepared);
    // Different texts may be equal once prepared, because line ends are normalized.
    const alike = text === prepared && this.#text === this.#prepared ? same : commonEnds(this.#text, text);
    const untilBefore = Math.min(same.start, alike.start);
    const fromBefore = this.#prepared.length - Math.min(same.end, alike.end, Math.min(text.length, this.#text.length) - untilBefore);
    const moved = text.length - this.#text.length;

    // The last heading whose marks come before the change is still a heading.
    const first = Math.max(
      0,
      lastIndex(before, ({ from }) => from + longestMarks <= untilBefore),
    );
    const start = before[first]?.from ?? 0;
    let next = before.findIndex(({ from }, index) => index > first && from >= fromBefore);
    for (let step = 1; next >= 0 && next < before.length; next += step, step *= 2) {
      const place = (before[next] as Stretch).from + moved;
      const line = prepared.indexOf('\n', place);
      const parts = this.#read(text, prepared, start, line < 0 ? prepared.length : line + 1);
      // It may no longer be a heading, if a fence has opened before it.
      if (parts.at(-1)?.from !== place || place === start) continue;
      return [...before.slice(0, first), ...parts.slice(0, -1), ...before.slice(next).map((stretch) => stretch.at(stretch.from + moved))];
    }
    return [...before.slice(0, first), ...this.#read(text, prepared, start, prepared.length)];
  }
}

/** `###### ` and one more character. */
const longestMarks = 8;

/** The part from one top-level heading to the next. */
class Stretch {
  readonly from: number;
  readonly blocks: readonly Block[];
  readonly #text: string;
  /** Its positions are relative to the stretch. */
  readonly #tree: Tree;

  constructor(from: number, text: string, tree: Tree) {
    this.from = from;
    this.#text = text;
    this.#tree = tree;
    this.blocks = [...blocksOf({ text, base: from }, tree)];
  }

  at(from: number): Stretch {
    return from === this.from ? this : new Stretch(from, this.#text, this.#tree);
  }
}

/** Parses a part of the document that starts at its beginning or at a heading. */
function stretchesOf(text: string, prepared: string, from: number, to: number): Stretch[] {
  const tree = markdownParser.parse(prepared.slice(from, to));
  const parts: { readonly from: number; readonly nodes: Tree[]; readonly places: number[] }[] = [{ from: 0, nodes: [], places: [] }];
  const cursor = tree.cursor();
  if (cursor.firstChild()) {
    do {
      const startsLine = cursor.from === 0 || prepared.charCodeAt(from + cursor.from - 1) === 10;
      if (cursor.from > 0 && startsLine && cursor.name.startsWith('ATX')) parts.push({ from: cursor.from, nodes: [], places: [] });
      const part = parts.at(-1) as (typeof parts)[number];
      part.nodes.push(cursor.tree ?? cursor.node.toTree());
      part.places.push(cursor.from - part.from);
    } while (cursor.nextSibling());
  }
  return parts.map((part, index) => {
    const end = parts[index + 1]?.from ?? to - from;
    const own = new Tree(tree.type, part.nodes, part.places, end - part.from);
    return new Stretch(from + part.from, copied(text.slice(from + part.from, from + end)), own);
  });
}

/**
 * Copies a text: a slice, and every slice of it, would keep the whole document's text in memory.
 */
const copied = (text: string): string => ` ${text}`.slice(1);

function lastIndex<Item>(items: readonly Item[], fits: (item: Item) => boolean): number {
  let index = items.length - 1;
  while (index >= 0 && !fits(items[index] as Item)) index--;
  return index;
}
