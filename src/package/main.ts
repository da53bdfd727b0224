// The exports of `import … from 'ninefold'`: functions that read a document into a model, check it,
// and run its scenarios.
import type { Model } from '../model/model.ts';
import * as verify from '../verify/scenarios.ts';

export type { Finding, Fix, Severity } from '../base/finding.ts';
export type { Span } from '../base/span.ts';
export { applyEdits, type TextEdit } from '../base/text-edit.ts';
export { checkModel } from '../check/check.ts';
export type { Model } from '../model/model.ts';
export { readModel } from '../model/read.ts';
export type { RowResult, ScenarioResult } from '../verify/scenarios.ts';

/**
 * Runs the scenarios of section 1 in memory, each from the examples. Returns one result for each
 * scenario, in document order.
 */
export const runScenarios = (model: Model): verify.ScenarioResult[] => verify.runScenarios(model);
