import type { Finding } from '../base/finding.ts';
import type { Model } from '../model/model.ts';
import { survey } from './analysis/survey.ts';
import { type Ignore, silences } from './ignore.ts';
import type { Rule } from './rule.ts';
import { rules } from './rules/index.ts';
import { notASpecification } from './rules/not-a-specification.ts';

/**
 * All that the rules have to say about a document, in the order of its text. The same text gives
 * the same findings in the same order.
 */
export function checkModel(model: Model, registry: readonly Rule[] = rules): Finding[] {
  const useful = new Set<Ignore>();
  const facts = survey(
    model,
    registry.map((rule) => rule.code),
    useful,
  );
  // In a text that is no specification there is nothing that could be right or wrong.
  if (!model.recognised) return notASpecification.run(model, facts);

  const found: Finding[] = [];
  for (const last of [false, true]) {
    for (const rule of registry) {
      if (rule.last !== last) continue;
      for (const finding of rule.run(model, facts)) {
        const silencing = facts.ignores.filter((comment) => silences(comment, finding));
        for (const comment of silencing) useful.add(comment);
        if (silencing.length === 0) found.push(finding);
      }
    }
  }
  return inOrder(oncePerCause(found));
}

const order = { error: 0, warning: 1, hint: 2 } as const;

/**
 * Codes that say that a name or a word is not known: of several at one place the first says it all.
 */
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
