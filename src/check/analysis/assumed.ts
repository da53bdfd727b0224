import type { Fix } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { Assumption } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';

const same = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to;

/**
 * What is assumed is in no row of its own: it points to the place that the assumption points
 * to.
 */
export const isAssumed = (model: Model, { span }: { readonly span: Span }): boolean =>
  model.assumptions.some((assumption) => same(assumption.span, span));

/** The assumptions that are made at a place for want of something else said there. */
export const assumedAt = (model: Model, section: number, span: Span): readonly Assumption[] =>
  model.assumptions.filter((assumption) => assumption.section === section && same(assumption.span, span));

/** The fixes that write assumptions into the document. */
export const writing = (assumptions: readonly Assumption[]): readonly Fix[] =>
  assumptions.flatMap(({ write }) => (write === null ? [] : [write]));

/**
 * Does section 7 say which calls there are, if only that there are none? Else the conventional ones
 * are served, for every entity and field.
 */
export const callsSaid = (model: Model): boolean => ['shown', 'described'].includes(model.sections[6]?.state ?? '');
