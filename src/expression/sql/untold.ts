/** What filters, permissions and computed fields may say and SQL has no words for: the evaluator looks at the records itself. */
export interface Untold {
  /** What it is about, in the notation's words. */
  readonly what: string;
  /** Over a Thing of the expression suite. */
  readonly example: string;
  readonly in: readonly ('SQLite' | 'Postgres')[];
  readonly why: string;
  /** Only for some values: `example` meets one. Until then SQL answers. */
  readonly some?: true;
}

export const untold: readonly Untold[] = [];
