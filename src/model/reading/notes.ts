import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import type { Assumption, Declaration, Hole, Kind, Misread, Name, Reference, Suggestion } from '../ast/common.ts';
import type { PlacedAction, PlacedExpression } from '../model.ts';

/** What the readers note along the way, apart from the facts themselves. */
export class Notes {
  readonly holes: Hole[] = [];
  readonly assumptions: Assumption[] = [];
  readonly references: Reference[] = [];
  readonly declared: Declaration[] = [];
  readonly misreads: Misread[] = [];
  readonly expressions: PlacedExpression[] = [];
  readonly actions: PlacedAction[] = [];

  hole(section: number, span: Span, kind: Hole['kind'], about: string, consequence: string): void {
    this.holes.push({ section, span, kind, about, consequence });
  }

  /** `edits` is called only on demand, because it may write a whole section. */
  assume(section: number, span: Span, text: string, write: { title: string; edits: () => readonly TextEdit[] } | null): void {
    this.assumptions.push({ section, span, text, write: write === null ? null : worked(write.title, write.edits) });
  }

  declare(kind: Kind, name: Name, section: number, within: string | null = null): void {
    this.declared.push({ kind, text: name.text, span: name.span, section, within });
  }

  /**
   * `suggestions` are replacements for the text at `span`, best first. `certain`: the only one is
   * what is meant, whatever the text is like.
   */
  misread(
    section: number,
    span: Span,
    code: Misread['code'],
    message: string,
    suggestions: readonly string[] = [],
    certain: 'certain' | 'guess' = 'guess',
  ): void {
    this.misreads.push({
      section,
      span,
      message,
      code,
      certain: certain === 'certain',
      suggestions: suggestions.map((insert) => ({ title: insert === '' ? 'Empty the cell' : `Change to “${insert}”`, insert, span })),
    });
  }

  /** Like `misread`, with one suggestion, which writes other cells of the row as well. */
  misreadRow(section: number, span: Span, code: Misread['code'], message: string, insert: string, cells: Suggestion['cells']): void {
    const columns = Object.keys(cells ?? {}).join(' and ');
    const title = insert === '' ? `Move it to ${columns}` : `Change to “${insert}” and fill in ${columns}`;
    this.misreads.push({ section, span, message, code, certain: true, suggestions: [{ title, insert, span, cells }] });
  }

  /** The current length of every list, for `notedSince`. */
  mark(): Mark {
    return kinds.map((kind) => this[kind].length);
  }

  /** Adds notes taken earlier. */
  add(noted: Noted): void {
    for (const kind of kinds) {
      const items: readonly unknown[] | undefined = noted[kind];
      if (items !== undefined) for (const item of items) (this[kind] as unknown[]).push(item);
    }
  }

  /** Sorts all notes in document order. */
  sorted(): Notes {
    for (const list of [this.holes, this.assumptions, this.references, this.declared, this.misreads] as { span: Span }[][]) {
      list.sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);
    }
    this.holes.sort((a, b) => a.section - b.section);
    return this;
  }
}

const kinds = ['holes', 'assumptions', 'references', 'declared', 'misreads', 'expressions', 'actions'] as const;

/** Some of the notes; empty kinds are left out. */
export type Noted = { readonly [Kind in (typeof kinds)[number]]?: Notes[Kind] };

type Mark = readonly number[];

export function notedSince(notes: Notes, mark: Mark): Noted {
  const noted: { [Kind in (typeof kinds)[number]]?: unknown[] } = {};
  for (const [index, kind] of kinds.entries()) {
    const from = mark[index] ?? 0;
    if (notes[kind].length > from) noted[kind] = notes[kind].slice(from);
  }
  return noted as Noted;
}

function worked(title: string, edits: () => readonly TextEdit[]): NonNullable<Assumption['write']> {
  let made: readonly TextEdit[] | undefined;
  return {
    title,
    get edits() {
      made ??= edits();
      return made;
    },
  };
}
