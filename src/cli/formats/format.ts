import type { Finding } from '../../base/finding.ts';
import type { Model } from '../../model/model.ts';
import type { CoverageItem } from '../../verify/coverage.ts';
import type { ScenarioResult } from '../../verify/scenarios.ts';
import type { Applied } from '../apply-fixes.ts';
import type { BaselineEntry } from '../baseline.ts';
import type { Document } from '../documents.ts';
import type { Paint } from '../text/paint.ts';

/** A document with what is to be said about it. */
export interface CheckedDocument {
  readonly document: Document;
  readonly model: Model;
  /** Those that the baseline does not know. */
  readonly findings: readonly Finding[];
  /**
   * How many the baseline knows, and which of its entries are no longer found; null without a
   * baseline.
   */
  readonly baseline: { readonly known: number; readonly stale: readonly BaselineEntry[] } | null;
  /** What was mended; null where that was not asked for. */
  readonly fixed: readonly Applied[] | null;
}

export interface TestedDocument {
  readonly document: Document;
  readonly recognised: boolean;
  readonly scenarios: readonly ScenarioResult[];
  /** What the scenarios have to do with; null where that was not asked for. */
  readonly coverage: readonly CoverageItem[] | null;
}

/**
 * A way to print what a command found. The name is what is after `--format`, and the name of
 * the file.
 */
export interface Format {
  readonly name: string;
  check(checked: readonly CheckedDocument[], paint: Paint): string;
  /** Absent where the format has no place for scenarios. */
  test?(tested: readonly TestedDocument[], paint: Paint): string;
}
