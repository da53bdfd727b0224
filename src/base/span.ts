/** A half-open range of UTF-16 offsets in a document's text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const span = (from: number, to: number): Span => ({ from, to });
