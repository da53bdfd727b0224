import { constantsOf, sourceOf, valuesOf } from '../analysis/constant-conditions.ts';
import { type Atom, atomOf, contradiction, equalTo, parts } from '../analysis/logic.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const defaultBreaksRule = defineRule({
  code: 'default-breaks-rule',
  severity: 'error',
  section: 3,
  summary: 'A default that a rule refuses.',
  messages: {
    broken:
      'The default of “{field}” breaks the rule “{rule}”: “{condition}” is false for {value}{values}. A new {entity} that keeps the default is refused. Correct the default or the rule.',
  },
  check(model, report, survey) {
    const constants = constantsOf(model);
    for (const { must, on, entity, name } of model.rules) {
      if (must.kind !== 'holds' || must.expression.node === null || must.expression.problems.length > 0) continue;
      if (on.length > 0 && !on.some(({ operation }) => operation === 'create')) continue;
      const { expression } = must;
      for (const part of parts(must.expression.node, '&&')) {
        const atom = atomOf(part, constants);
        const field = atom === null ? undefined : survey.entity(entity.text)?.byName.get(fieldOf(atom));
        if (atom === null || field === undefined || field.default?.kind !== 'value') continue;
        const given = equalTo(atom, field.default.value);
        if (given === null || contradiction([given, atom]) === null) continue;
        const condition = sourceOf(expression, atom);
        const data = {
          field: field.name.text,
          rule: name.text,
          condition,
          value: model.tree.text.slice(field.default.span.from, field.default.span.to),
          values: valuesOf(model, expression.reads.constants, condition),
          entity: entity.text,
        };
        const empty = field.required ? [] : cellWritten(model, field.default.span, 'Default', '');
        const near = nearest(atom);
        const fix = [...empty, ...(near === null ? [] : cellWritten(model, field.default.span, 'Default', near))];
        report({ message: 'broken', at: field.default.span, fix, data });
      }
    }
  },
});

/** The field that a comparison is about, if its term is a plain field. */
const fieldOf = ({ term }: Atom): string => term.replace(/^self\./, '');

/** The whole number closest to a rule's bound that satisfies it; null for other rules. */
function nearest({ type, constraint }: Atom): string | null {
  if ((type.kind !== 'integer' && type.kind !== 'decimal') || constraint.kind !== 'order' || !Number.isInteger(constraint.value))
    return null;
  const { operator, value } = constraint;
  return String(value + (operator === '>' || operator === '!=' ? 1 : operator === '<' ? -1 : 0));
}
