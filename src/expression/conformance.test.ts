import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileExpression } from './evaluate/evaluate.ts';
import { re2 } from './evaluate/patterns.ts';
import { EvaluationError } from './evaluate/scope.ts';
import { parseText } from './parse/parse.ts';
import { plainScope } from './testing.ts';
import { equals } from './values/compare.ts';
import { Decimal } from './values/decimal.ts';
import type { Value } from './values/value.ts';

/**
 * Runs the conformance cases of cel-spec 0.25.1 through our parser and evaluator. Each case that is
 * skipped has a reason.
 */

const suites = [
  'basic',
  'comparisons',
  'conversions',
  'fields',
  'fp_math',
  'integer_math',
  'lists',
  'logic',
  'macros',
  'parse',
  'plumbing',
  'string',
  'string_ext',
  'timestamps',
];

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: Case }[];
}

interface Case {
  readonly name?: string;
  readonly expr: string;
  readonly value?: Json;
  readonly evalError?: unknown;
  readonly bindings?: Readonly<Record<string, { readonly value: Json }>>;
  readonly [key: string]: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: protobuf JSON, narrowed where it is read.
type Json = any;

const reasons: readonly (readonly [RegExp, string])[] = [
  [/\d[uU]\b|\buint\(|uint64Value|UInt64Value|uint_wrapper|uint64_wrapper/, 'there are no unsigned integers'],
  [/TestAllTypes|google\.protobuf|NestedTestAllTypes|GlobalEnum|objectValue|cel\.expr/, 'there are no protobuf messages'],
  [/\btype\(|typeValue|^(int|string|bytes|double|bool|list|map|type|null_type|uint)$/, 'types are not values'],
  [/`/, 'a code span cannot hold a backtick'],
  [/\.\?|\[\?|optional\./, 'there are no optional values'],
  [/Infinity|NaN|infinity|0\.0\s*\/\s*0\.0/, 'decimals know neither infinity nor NaN'],
  [/\{\s*(\d+|true|false)\s*:|[,{]\s*(\d+|true)\s*:/, 'the keys of a map are texts'],
  [/(^|\s)\.\d/, 'a number does not begin with a point'],
  [/lossy/, 'decimals are exact, not binary'],
];

/** Cases whose different result is intended, by name. */
const otherwise: Readonly<Record<string, string>> = {
  'lt_literal/not_lt_dyn_small_double_int': 'decimals are exact, not binary',
  'gt_literal/not_gt_dyn_big_double_int': 'decimals are exact, not binary',
  'lte_literal/lte_dyn_big_double_int': 'decimals are exact, not binary',
  'gte_literal/gte_dyn_small_double_int': 'decimals are exact, not binary',
  'double/int_range': 'decimals are exact, not binary',
  'int/double_big_precision': 'decimals are exact, not binary',
  'int/double_int_max_range': 'decimals are exact: this one is an int64',
  'int/double_int_min_range': 'decimals are exact: this one is an int64',
  'timestamp_range/sub_time_duration_over':
    'a duration may be as long as CEL says, ten thousand years; cel-go keeps it in 64 bits of nanoseconds',
  'timestamp_range/sub_time_duration_under':
    'a duration may be as long as CEL says, ten thousand years; cel-go keeps it in 64 bits of nanoseconds',
  'qualified_identifier_resolution/qualified_ident': 'names have no dots: there are no containers',
  'qualified_identifier_resolution/map_field_select': 'names have no dots: there are no containers',
  'qualified_identifier_resolution/qualified_identifier_resolution_unchecked': 'names have no dots: there are no containers',
  'qualified_identifier_resolution/ident_with_longest_prefix_check': 'names have no dots: there are no containers',
};

function skipReason(suite: string, test: Case): string | undefined {
  const own = otherwise[`${suite}/${test.name}`];
  if (own !== undefined) return own;
  const text = `${test.name}\n${test.expr}\n${JSON.stringify(test.value ?? '')}\n${JSON.stringify(test.bindings ?? '')}\n${JSON.stringify(test['typeEnv'] ?? '')}`;
  const found = reasons.find(([pattern]) => pattern.test(text) || pattern.test(test.expr));
  return found?.[1];
}

function fromProto(json: Json): Value {
  if ('nullValue' in json) return null;
  if ('boolValue' in json) return json.boolValue;
  if ('stringValue' in json) return json.stringValue;
  if ('int64Value' in json) return Number.isSafeInteger(Number(json.int64Value)) ? Number(json.int64Value) : BigInt(json.int64Value);
  if ('doubleValue' in json) return new Decimal(String(json.doubleValue));
  if ('bytesValue' in json) return new Uint8Array(Buffer.from(json.bytesValue, 'base64'));
  if ('listValue' in json) return (json.listValue.values ?? []).map(fromProto);
  if ('mapValue' in json) {
    return new Map((json.mapValue.entries ?? []).map((entry: Json) => [String(fromProto(entry.key)), fromProto(entry.value)]));
  }
  throw new Error(`a value of no known kind: ${JSON.stringify(json)}`);
}

function run(test: Case): Value | Error {
  const bound = new Map<string, Value>();
  for (const [name, { value }] of Object.entries(test.bindings ?? {})) bound.set(name, fromProto(value));
  const expression = parseText(test.expr);
  if (expression.node === null) return new Error(expression.problems[0]?.message);
  try {
    return compileExpression(expression)({ ...plainScope, bound });
  } catch (error) {
    if (error instanceof EvaluationError) return error;
    throw error;
  }
}

const shown = (value: unknown): string =>
  value instanceof Error
    ? `error: ${value.message}`
    : JSON.stringify(value, (_, inner) =>
        typeof inner === 'bigint' ? `${inner}n` : inner instanceof Map ? Object.fromEntries(inner) : inner,
      );

describe('cel-spec', () => {
  beforeAll(async () => {
    await re2.load();
  });

  for (const suite of (tests.suites as readonly Suite[]).filter(({ name }) => suites.includes(name))) {
    it(suite.name, () => {
      const wrong: string[] = [];
      let passed = 0;
      let skipped = 0;
      const visit = (inner: Suite): void => {
        for (const { original } of inner.tests ?? []) {
          const name = `${inner.name}/${original.name}`;
          if (skipReason(inner.name, original) !== undefined) {
            skipped++;
            continue;
          }
          const result = run(original);
          const expected = original['evalError'] !== undefined ? undefined : fromProto(original.value ?? { boolValue: true });
          const right = expected === undefined ? result instanceof Error : !(result instanceof Error) && equals(result, expected);
          if (right) passed++;
          else wrong.push(`${name}: ${original.expr} is ${shown(result)}, not ${expected === undefined ? 'an error' : shown(expected)}`);
        }
        for (const next of inner.suites ?? []) visit(next);
      };
      visit(suite);
      expect(wrong).toEqual([]);
      // A reason should cover only part of a suite; a pattern that skips nearly all of it is too
      // broad.
      expect(passed).toBeGreaterThan(skipped / 5);
    });
  }
});
