import { saysNotShown } from '../analysis/open-sections.ts';
import { rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const unusedConstant = defineRule({
  code: 'unused-constant',
  severity: 'warning',
  section: 9,
  summary: 'A constant that nothing reads.',
  messages: {
    unused: 'Nothing reads {name}. Use it instead of the literal value, or remove it.',
  },
  check(model, report, survey) {
    // A section that could read the constant is still open.
    if ([2, 3, 4, 5, 6, 7].some((section) => saysNotShown(model, section))) return;
    const inMessages = new Set(model.errors.flatMap(({ message }) => message.flatMap((part) => (part.kind === 'slot' ? [part.name] : []))));
    for (const { name, span } of model.constants) {
      if (knownToProduct.includes(name.text) || inMessages.has(name.text) || survey.readConstants().has(name.text)) continue;
      report({
        message: 'unused',
        fix: rowDeleted(model, 'Constant', span),
        at: name.span.to > name.span.from ? name.span : span,
        data: { name: name.text },
      });
    }
  },
});

/** Constants that the product itself reads (NOTATION: Expressions). */
const knownToProduct: readonly string[] = ['CURRENCY', 'TIME_ZONE'];
