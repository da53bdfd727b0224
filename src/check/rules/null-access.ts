import { expressionsOf, isConditional, type Step } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { constantsOf } from '../analysis/constant-conditions.ts';
import { factsOf, isNeverNull, type KnownFact, visitWithFacts } from '../analysis/knowing.ts';
import type { Constants } from '../analysis/logic.ts';
import { factsBefore, findUnsafeSelection, notNullFacts, type UnsafeSelection } from '../analysis/through-null.ts';
import { type AlwaysHasValue, alwaysHasValueIn } from '../analysis/total.ts';
import { andAlso, cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const nullAccess = defineRule({
  code: 'null-access',
  severity: 'warning',
  section: 0,
  summary: 'A value read through a relation that may be empty.',
  messages: {
    effect:
      '“{path}” cannot be read while “{relation}” is empty, and then the whole event is refused. Check it in the guard with “{relation} != null”, or provide an alternative: “{relation} == null ? … : {path}”.',
    list: '“{path}” cannot be read if “{relation}” is empty, and a single {entity} like that leaves the whole list without a value. Filter those out first: “.filter({variable}, {relation} != null)”.',
  },
  check(model, report, survey) {
    const constants = constantsOf(model);
    const alwaysHasValue = survey.once(alwaysHasValueIn);
    for (const machine of model.machines) {
      for (const transition of machine.transitions) {
        const before = factsBefore(machine, transition, constants, alwaysHasValue);
        for (const step of transition.effect?.steps ?? []) {
          const sure = [...before, ...conditionsOf(step).flatMap((condition) => factsOf(condition, true, constants))];
          for (const expression of expressionsOf(step)) {
            for (const { path, relation, node } of readsThroughNull(expression, constants, alwaysHasValue, sure)) {
              const at = { from: expression.at(node.from), to: expression.at(node.to) };
              const guard = andAlso(transition.guard?.source, `${relation} != null`);
              const fix = transition.trigger.kind === 'event' ? cellWritten(model, transition.span, 'Guard', guard) : [];
              report({ message: 'effect', at, fix, data: { path, relation } });
            }
          }
          // A field that was assigned a value is not null in later steps.
          if (step.kind !== 'assign' || isConditional(step)) continue;
          const { node } = step.value;
          if (isNeverNull(step.value) || (node !== null && alwaysHasValue(node, before))) before.push(...notNullFacts(step.field.text));
        }
      }
    }
    for (const { expression, section } of survey.expressions()) {
      if (section === 1 || expression.node === null || expression.problems.length > 0 || !/\bmap\s*\(/.test(expression.source)) continue;
      visitWithFacts(expression.node, constants, (macro, known) => {
        if (macro.kind !== 'macro' || macro.macro !== 'map') return;
        // Known facts also apply inside the macro; facts about its elements come from the preceding
        // filters.
        visitWithFacts(
          macro,
          constants,
          (node, inside) => {
            const found = findUnsafeSelection(node, inside, alwaysHasValue);
            if (found === null || !isOf(found.relation, macro.variable) || isInCondition(macro.body, node)) return;
            const at = { from: expression.at(node.from), to: expression.at(node.to) };
            const entity =
              macro.target.type.kind === 'list' && macro.target.type.of.kind === 'record' ? macro.target.type.of.entity : 'record';
            report({ message: 'list', at, data: { path: found.path, relation: found.relation, entity, variable: macro.variable } });
          },
          known,
        );
      });
    }
  },
});

/** The `when` conditions around a step. If one cannot be evaluated, the step is skipped. */
const conditionsOf = ({ within = [] }: Step): Node[] =>
  within.flatMap((clause) => (clause.kind === 'when' && clause.condition.node !== null ? [clause.condition.node] : []));

function readsThroughNull(
  { node, problems }: Expression,
  constants: Constants,
  alwaysHasValue: AlwaysHasValue,
  before: readonly KnownFact[],
): (UnsafeSelection & { readonly node: Node })[] {
  const found: (UnsafeSelection & { readonly node: Node })[] = [];
  if (node === null || problems.length > 0) return found;
  visitWithFacts(
    node,
    constants,
    (one, known) => {
      const through = findUnsafeSelection(one, known, alwaysHasValue);
      if (through !== null && !isInMacro(node, one)) found.push({ ...through, node: one });
    },
    before,
  );
  return found;
}

/**
 * Whether a part is inside a macro. A filter skips elements whose condition cannot be evaluated.
 */
function isInMacro(whole: Node, part: Node): boolean {
  let inside = false;
  visitWithFacts(
    whole,
    () => undefined,
    (node) => {
      if (node.kind === 'macro' && node.body.from <= part.from && part.to <= node.body.to) inside = true;
    },
  );
  return inside;
}

const isOf = (term: string, variable: string): boolean => term.startsWith(`${variable}.`);

/** Whether a part is in a nested macro's condition, where a failure only excludes the element. */
function isInCondition(body: Node, part: Node): boolean {
  let inside = false;
  visitWithFacts(
    body,
    () => undefined,
    (node) => {
      if (node.kind === 'macro' && node.macro !== 'map' && node.body.from <= part.from && part.to <= node.body.to) inside = true;
    },
  );
  return inside;
}
