import type { Finding } from '../base/finding.ts';
import type { Model } from '../model/model.ts';
import { sameParts } from './analysis/same-moved.ts';
import { survey } from './analysis/survey.ts';
import { type Parts, Watch } from './analysis/watch.ts';
import { type Ignore, isIgnoredBy } from './ignore.ts';
import type { Rule } from './rule.ts';
import { rules } from './rules/index.ts';
import { notASpecification } from './rules/not-a-specification.ts';

/**
 * All findings of the rules for a document, in document order. Deterministic: the same text has the
 * same findings.
 */
export const checkModel = (model: Model, registry?: readonly Rule[]): Finding[] => new Checker(registry).check(model);

/**
 * Checks successive versions of a document. Skips a rule that found nothing if nothing it read has
 * changed. Returns the same as `checkModel` for every version.
 */
export class Checker {
  readonly #rules: readonly Rule[];
  /**
   * The previous version: its model, the rules that found nothing with the properties that each
   * read, and values that several rules use.
   */
  #before: { readonly model: Model; readonly silent: ReadonlyMap<Rule, Parts>; readonly kept: Watch['kept'] } | null = null;
  #ran = 0;

  constructor(registry: readonly Rule[] = rules) {
    this.#rules = registry;
  }

  /** The number of rules that the last check ran. */
  get ran(): number {
    return this.#ran;
  }

  check(model: Model): Finding[] {
    const before = this.#before;
    const same = before === null ? () => false : sameParts(before.model, model);
    const watch = new Watch(model, before === null ? null : { kept: before.kept, same });
    const useful = new Set<Ignore>();
    const codes = this.#rules.map(({ code }) => code);
    const facts = survey(watch, codes, useful);
    this.#before = null;
    this.#ran = 0;
    // In a text that is no specification, other rules would be meaningless.
    if (!model.recognised) return notASpecification.run(model, facts);

    const silent = new Map<Rule, Parts>();
    const found: Finding[] = [];
    for (const last of [false, true]) {
      for (const rule of this.#rules) {
        if (rule.last !== last) continue;
        const known = before?.silent.get(rule);
        if (known !== undefined && [...known].every(same)) {
          silent.set(rule, known);
          continue;
        }
        this.#ran++;
        const { made, parts } = watch.during(() => rule.run(watch.model, facts));
        // The rules that run last depend on other findings as well as on the model.
        if (made.length === 0 && !last) silent.set(rule, parts);
        for (const finding of made) {
          const silencing = facts.ignores.filter((comment) => isIgnoredBy(comment, finding));
          for (const comment of silencing) useful.add(comment);
          if (silencing.length === 0) found.push(finding);
        }
      }
    }
    this.#before = { model, silent, kept: watch.kept };
    return inOrder(oncePerCause(found));
  }
}

const order = { error: 0, warning: 1, hint: 2 } as const;

/** Codes for an unknown name or word. Of several at one place, only the first is reported. */
const aboutWords = /^(undefined-|bad-name|near-miss|unknown-value|syntax-error|wrong-type|misplaced)/;

function oncePerCause(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  const words = new Set<string>();
  return findings.filter((finding) => {
    const place = `${finding.span.from} ${finding.span.to}`;
    const key = `${finding.code} ${place}`;
    if (seen.has(key) && finding.code !== 'hole') return false;
    seen.add(key);
    if (!aboutWords.test(finding.code) || finding.span.from === finding.span.to) return true;
    if (words.has(place)) return false;
    words.add(place);
    return true;
  });
}

function inOrder(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) =>
      a.span.from - b.span.from ||
      a.span.to - b.span.to ||
      order[a.severity] - order[b.severity] ||
      a.section - b.section ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}
