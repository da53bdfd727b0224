import { singular } from '../../base/plural.ts';
import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import { isTextual } from '../../expression/types/type-relations.ts';
import { Duration } from '../../expression/values/value.ts';
import { children, visit } from '../../expression/visit.ts';
import type { Constant } from '../../model/ast/constants.ts';
import { amount, secondsPerUnit } from '../analysis/logic.ts';
import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const constantRepeatsLiteral = defineRule({
  code: 'constant-repeats-literal',
  severity: 'hint',
  section: 9,
  summary: 'A number in an expression that equals the value of a constant.',
  messages: {
    same: '{number} is also the value of {name}. If the two are meant to be the same, write {name}, so that the value changes in one place.',
  },
  check(model, report, survey) {
    const byValue = new Map<string, Constant[]>();
    for (const constant of model.constants) {
      const { value } = constant;
      const key =
        typeof value === 'number' && Math.abs(value) > 2 ? `${value}` : value instanceof Duration ? lengthKey(value.seconds) : null;
      if (key !== null) byValue.set(key, [...(byValue.get(key) ?? []), constant]);
    }
    for (const { expression, section } of survey.expressions()) {
      // Section 1 contains examples, where a literal number is fine.
      if (expression.node === null || section === 1 || section === 3) continue;
      const divisors = new Set<Node>();
      const parents = new Map<Node, Node>();
      visit(expression.node, (node) => {
        for (const child of children(node)) parents.set(child, node);
        if (node.kind === 'binary' && (node.operator === '/' || node.operator === '%')) {
          divisors.add(node.right);
          // Both hundreds of `(100 - discount) / 100` belong to the percentage.
          const divisor = print(node.right);
          visit(node.left, (inner) => {
            if (inner.kind === node.right.kind && print(inner) === divisor) divisors.add(inner);
          });
        }
        // A part of something, such as a quarter, or a step equals a constant by chance.
        if (divisors.has(node)) return;
        const isLength = node.kind === 'call' && node.target === null && Object.hasOwn(secondsPerUnit, node.name) && section > 3;
        // Durations of one unit, such as one day, often coincide by chance.
        const length = isLength && !/\(1\)$/.test(print(node)) ? amount(node, () => undefined) : null;
        const number = node.kind === 'literal' && typeof node.value === 'number' ? node.value : null;
        const constants = byValue.get(number === null ? (length === null ? '' : lengthKey(length)) : `${number}`) ?? [];
        const [constant] = constants;
        if (constant === undefined || constants.length !== 1 || expression.reads.constants.includes(constant.name.text)) return;
        if (number !== null && !mayMean(constant, node, number, parents)) return;
        const name = constant.name.text;
        const at = { from: expression.at(node.from), to: expression.at(node.to) };
        report({ message: 'same', at, fix: replaceBy(at, [name]), data: { number: number === null ? print(node) : `${number}`, name } });
      });
    }
  },
});

/** The key of a duration, distinct from those of plain numbers. */
const lengthKey = (seconds: number): string => `${seconds} s`;

/** Numbers up to this one are months, weekdays, places or parts as often as they are a limit. */
const largestSmall = 12;

/**
 * Whether a number may be the quantity that the constant stands for: not if it is of another unit
 * or only tells one of several values, and if it is small, only beside what the constant is about.
 */
function mayMean(constant: Constant, node: Node, number: number, parents: ReadonlyMap<Node, Node>): boolean {
  const parent = parents.get(node);
  if (parent?.kind === 'list' || (parent?.kind === 'index' && parent.index === node)) return false;
  if (parent?.kind === 'call' && parent.target === null && lengths.has(parent.name)) {
    // Constants in the other units of time are durations.
    return parent.name === 'months' && /^months?$/i.test(constant.unit ?? '');
  }
  const beside = besides(node, parents);
  if (beside.some((other) => isOtherUnit(constant.unit, other))) return false;
  if (number > largestSmall) return true;
  const about = new Set(wordsOf(`${constant.name.text} ${constant.unit ?? ''}`).filter((word) => !bounds.has(word)));
  return beside.some((other) => wordsIn(other).some((word) => about.has(word)));
}

/** The functions whose number is of a unit of time. */
const lengths: ReadonlySet<string> = new Set([...Object.keys(secondsPerUnit), 'months']);

/** Words in the name of a constant that do not say what it is about. */
const bounds: ReadonlySet<string> = new Set([
  'most',
  'least',
  'max',
  'maximum',
  'min',
  'minimum',
  'limit',
  'number',
  'count',
  'size',
  'per',
  'of',
]);

/** What a number is compared with, added to or assigned to, from the inside out. */
function besides(node: Node, parents: ReadonlyMap<Node, Node>): Node[] {
  const found: Node[] = [];
  for (let inner = node, outer = parents.get(node); outer !== undefined; inner = outer, outer = parents.get(outer)) {
    if (outer.kind === 'map') return [...found, ...outer.entries.flatMap(({ key, value }) => (value === inner ? [key] : []))];
    if (outer.kind !== 'binary' || outer.operator === '&&' || outer.operator === '||') {
      if (outer.kind === 'unary' || outer.kind === 'conditional' || (outer.kind === 'call' && /^(?:min|max)$/.test(outer.name))) continue;
      return found;
    }
    found.push(outer.left === inner ? outer.right : outer.left);
  }
  return found;
}

/** Whether the number beside another operand cannot be of the constant's unit. */
function isOtherUnit(unit: string | null, other: Node): boolean {
  if (unit === null) return false;
  if (other.type.unit !== undefined) return singularOf(other.type.unit) !== singularOf(unit);
  const counted = other.kind === 'call' && other.name === 'size' ? (other.target ?? other.args[0])?.type : undefined;
  if (counted !== undefined && isTextual(counted)) return !ofTexts.test(unit);
  return other.type.kind === 'money' || (counted?.kind === 'list' && ofTexts.test(unit));
}

/** The units of a text's length, in the languages of products. */
const ofTexts = /^(?:characters?|letters?|signs?|zeichen|buchstaben|caract[eè]res|letras|lettres|tekens)$/i;

/** The words of the names that an expression reads. */
function wordsIn(node: Node): string[] {
  const found: string[] = [];
  visit(node, (inner) => {
    if (inner.kind === 'name') found.push(...wordsOf(inner.name));
    if (inner.kind === 'select') found.push(...wordsOf(inner.field));
    if (inner.kind === 'literal' && typeof inner.value === 'string') found.push(...wordsOf(inner.value));
  });
  return found;
}

/** The words of a name or a phrase in lower case and in the singular. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}]+/u)
    .flatMap((word) => (word === '' ? [] : [singularOf(word)]));

const singularOf = (word: string): string => singular(word.toLowerCase());
