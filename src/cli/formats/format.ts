import type { Finding } from '../../base/finding.ts';
import type { Model } from '../../model/model.ts';
import type { CoverageItem } from '../../verify/coverage.ts';
import type { ScenarioResult } from '../../verify/scenarios.ts';
import type { Applied } from '../apply-fixes.ts';
import type { BaselineEntry } from '../baseline.ts';
import type { Document } from '../documents.ts';
import type { Paint } from '../text/paint.ts';

/** A document and the findings to print. */
export interface CheckedDocument {
  readonly document: Document;
  readonly model: Model;
  /** Findings that are not in the baseline. */
  readonly findings: readonly Finding[];
  /**
   * The number of findings in the baseline, and entries that no longer occur; null without a
   * baseline.
   */
  readonly baseline: { readonly known: number; readonly stale: readonly BaselineEntry[] } | null;
  /** The applied fixes; null if none were requested. */
  readonly fixed: readonly Applied[] | null;
}

export interface TestedDocument {
  readonly document: Document;
  readonly recognised: boolean;
  readonly scenarios: readonly ScenarioResult[];
  /** What the scenarios cover; null if it was not requested. */
  readonly coverage: readonly CoverageItem[] | null;
}

/** An output format. `name` is the value of `--format` and the name of the module. */
export interface Format {
  readonly name: string;
  check(checked: readonly CheckedDocument[], paint: Paint): string;
  /** Absent if the format cannot express scenarios. */
  test?(tested: readonly TestedDocument[], paint: Paint): string;
}
