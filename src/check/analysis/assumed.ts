import type { Fix } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { Assumption } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';

const same = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to;

/**
 * Whether a fact is assumed. An assumed fact has no row of its own and shares the span of its
 * assumption.
 */
export const isAssumed = (model: Model, { span }: { readonly span: Span }): boolean =>
  model.assumptions.some((assumption) => same(assumption.span, span));

/** The assumptions made at a span because the document leaves something out there. */
export const assumedAt = (model: Model, section: number, span: Span): readonly Assumption[] =>
  model.assumptions.filter((assumption) => assumption.section === section && same(assumption.span, span));

/** The fixes that write assumptions into the document. */
export const assumptionFixes = (assumptions: readonly Assumption[]): readonly Fix[] =>
  assumptions.flatMap(({ write }) => (write === null ? [] : [write]));

/**
 * Whether section 7 defines the calls, possibly none. Otherwise the product serves the conventional
 * ones for every entity and field.
 */
export const definesCalls = (model: Model): boolean => ['shown', 'described'].includes(model.sections[6]?.state ?? '');
