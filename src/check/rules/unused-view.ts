import { visit } from '../../expression/visit.ts';
import { blockDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const unusedView = defineRule({
  code: 'unused-view',
  severity: 'warning',
  section: 7,
  summary: 'A view that no call returns.',
  messages: {
    unused: 'No call and no other view uses {name}. Return it from a call, or remove it.',
  },
  check(model, report, survey) {
    if (model.calls.length === 0) return;
    const used = new Set<string>();
    for (const { expression } of survey.expressions()) {
      if (expression.node === null) continue;
      visit(expression.node, (node) => {
        if (node.kind === 'call' && node.target === null) used.add(node.name);
      });
    }
    for (const { name, span } of model.views) {
      const fix = { title: 'Delete the view', edits: [blockDeleted(model, span)] };
      if (!used.has(name.text)) report({ message: 'unused', at: name, fix, data: { name: name.text } });
    }
  },
});
