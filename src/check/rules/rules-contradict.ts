import type { Rule } from '../../model/ast/rules.ts';
import { constantsOf, sourceOf, valuesOf } from '../analysis/constant-conditions.ts';
import { type Atom, atomOf, contradiction, parts } from '../analysis/logic.ts';
import { defineRule } from '../rule.ts';

export const rulesContradict = defineRule({
  code: 'rules-contradict',
  severity: 'error',
  section: 5,
  summary: 'Two rules that no record can satisfy at once.',
  messages: {
    both: 'No {entity} can satisfy this rule and “{other}”: “{first}” and “{second}” cannot both be true{values}. Correct one of the two.',
  },
  check(model, report) {
    const value = constantsOf(model);
    // Indexed by entity and term, because rules without a common term cannot contradict each other.
    const before = new Map<string, Before[]>();
    for (const rule of model.rules) {
      if (rule.on.length > 0 || rule.must.kind !== 'holds' || rule.must.expression.node === null) continue;
      const { expression } = rule.must;
      const atoms = parts(rule.must.expression.node, '&&').flatMap((node) => atomOf(node, value) ?? []);
      const own = atoms.length === 0 || contradiction(atoms) !== null;
      const keys = [...new Set(atoms.map(({ term }) => `${rule.entity.text} ${term}`))];
      for (const other of own ? [] : new Set(keys.flatMap((key) => before.get(key) ?? []))) {
        const clash = contradiction([...other.atoms, ...atoms]);
        if (clash === null || clash.before === null || other.rule.must.kind !== 'holds') continue;
        const first = sourceOf(other.rule.must.expression, clash.before);
        const second = sourceOf(expression, clash.at);
        const values = valuesOf(
          model,
          [...other.rule.must.expression.reads.constants, ...expression.reads.constants],
          `${first} ${second}`,
        );
        report({ message: 'both', at: expression, data: { entity: rule.entity.text, other: other.rule.name.text, first, second, values } });
        break;
      }
      for (const key of own ? [] : keys) {
        const known = before.get(key);
        if (known === undefined) before.set(key, [{ rule, atoms }]);
        else if (known.length < mostCompared) known.push({ rule, atoms });
      }
    }
  },
});

interface Before {
  readonly rule: Rule;
  readonly atoms: readonly Atom[];
}

/**
 * How many of the rules about one term are compared with all others, since comparing every pair
 * would take quadratic time.
 */
const mostCompared = 200;
