import { isConditional } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Rule } from '../../model/ast/rules.ts';
import type { Transition } from '../../model/ast/states.ts';
import { constantsOf, sourceOf, valuesOf } from '../analysis/constant-conditions.ts';
import { rulesAbout } from '../analysis/indexes.ts';
import type { KnownFact } from '../analysis/knowing.ts';
import { type Atom, atomOf, type Constants, contradiction, equalTo, parts } from '../analysis/logic.ts';
import { factsBefore, notNullFacts } from '../analysis/through-null.ts';
import { type AlwaysHasValue, alwaysHasValueIn } from '../analysis/total.ts';
import { andAlso, cellWritten, removeStep } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const effectBreaksRule = defineRule({
  code: 'effect-breaks-rule',
  severity: 'error',
  section: 4,
  summary: 'An effect that sets a field to a value that a rule, or Required, refuses.',
  messages: {
    rule: 'This effect breaks the rule “{rule}”: it sets “{field}” to {value}, and then “{condition}” is false{values}. So the event is always refused. Correct the effect or the rule.',
    cleared:
      'This effect empties “{field}”, which is required in section 3. So the event is always refused. Set it to a value, or do not require it.',
    empty:
      'This effect sets “{field}”, which is required, to “{value}”, which may be empty: then the event is refused. Check it in the guard with “{value} != null”.',
  },
  check(model, report, survey) {
    const constants = constantsOf(model);
    const alwaysHasValue = survey.once(alwaysHasValueIn);
    for (const machine of model.machines) {
      const rules = rulesAbout(model, machine.entity).filter(
        ({ on }) => on.length === 0 || on.some(({ operation }) => operation === 'event'),
      );
      for (const transition of machine.transitions) {
        const steps = (transition.effect?.steps ?? []).filter((step) => step.kind === 'assign').filter((step) => !isConditional(step));
        if (steps.length === 0) continue;
        const known = factsBefore(machine, transition, constants, alwaysHasValue);
        for (const [index, { field, value }] of steps.entries()) {
          // A later step may correct the value.
          const last = !steps.slice(index + 1).some((step) => step.field.text === field.text);
          const declared = survey.entity(machine.entity)?.byName.get(field.text);
          if (declared === undefined || !last || value.node === null || value.problems.length > 0) continue;
          if (declared.required && isNull(value)) {
            const fix = removeStep(model, transition.effect, steps[index]);
            report({ message: 'cleared', at: value, fix, data: { field: field.text } });
          } else if (declared.required && mayBeEmpty(value, known, alwaysHasValue)) {
            const guard = andAlso(transition.guard?.source, `${value.source.trim()} != null`);
            const fix = transition.trigger.kind === 'event' ? cellWritten(model, transition.span, 'Guard', guard) : [];
            report({ message: 'empty', at: value, fix, data: { field: field.text, value: value.source.trim() } });
          }
          if (!value.type.nullable || alwaysHasValue(value.node, known)) known.push(...notNullFacts(field.text));
          for (const rule of rules) {
            const broken = brokenBy(rule, field.text, value, constants);
            if (broken === null || !isAskedAt(rule, transition)) continue;
            const condition = sourceOf(broken.expression, broken.atom);
            const values = valuesOf(
              model,
              [...broken.expression.reads.constants, ...value.reads.constants],
              `${condition} ${value.source}`,
            );
            report({
              message: 'rule',
              at: value,
              data: { rule: rule.name.text, field: field.text, value: value.source.trim(), condition, values },
            });
            break;
          }
        }
      }
    }
  },
});

const isNull = ({ node }: Expression): boolean => node?.kind === 'literal' && node.value === null;

/** Whether the value is a nullable field that is not known to be filled in. */
function mayBeEmpty({ node, type }: Expression, known: readonly KnownFact[], alwaysHasValue: AlwaysHasValue): boolean {
  if (type.nullable !== true || node === null) return false;
  // Parameters can be passed by the caller; only a field may be empty through no fault of the
  // caller.
  const isField = node.kind === 'name' && node.resolution.kind === 'self-field';
  return isField && !alwaysHasValue(node, known);
}

/**
 * Whether the rule is checked at this transition: a rule about an event applies to that event only.
 */
const isAskedAt = ({ on }: Rule, { trigger }: Transition): boolean =>
  on.length === 0 || (trigger.kind === 'event' && on.some(({ name }) => name.text === trigger.name.text));

/** The comparison in a rule that a literal value contradicts. */
function brokenBy(
  rule: Rule,
  field: string,
  value: Expression,
  constants: Constants,
): { readonly atom: Atom; readonly expression: Expression } | null {
  if (rule.must.kind !== 'holds' || rule.must.expression.node === null || rule.must.expression.problems.length > 0) return null;
  const { expression } = rule.must;
  const given = knownValue(value, constants);
  if (given === undefined || (given === null && rule.field?.text === field)) return null;
  for (const part of parts(rule.must.expression.node, '&&')) {
    const atom = atomOf(part, constants);
    if (atom === null || atom.term.replace(/^self\./, '') !== field) continue;
    const equal = given === null ? null : equalTo(atom, given);
    if (equal !== null && contradiction([equal, atom]) !== null) return { atom, expression };
  }
  return null;
}

/** The value of a literal or a constant; undefined for anything else. */
function knownValue({ node }: Expression, constants: Constants): Value | undefined {
  if (node?.kind === 'literal') return node.value;
  return node?.kind === 'name' && node.resolution.kind === 'constant' ? constants(node.name) : undefined;
}
