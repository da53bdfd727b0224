import { blockDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const emptyScenario = defineRule({
  code: 'empty-scenario',
  severity: 'warning',
  section: 1,
  summary: 'A scenario without rows.',
  messages: { empty: 'The scenario “{title}” has no rows, so it tests nothing. Add a table As, Do, Expect.' },
  check(model, report) {
    const filled = new Set(model.scenarios.flatMap(({ rows, span }) => (rows.length > 0 ? [span.from] : [])));
    for (const { number, blocks } of model.tree.sections) {
      if (number !== 1) continue;
      for (const block of blocks) {
        if (block.kind !== 'heading' || !/^scenario\s*:/i.test(block.text) || filled.has(block.span.from)) continue;
        const fix = { title: 'Delete the heading', edits: [blockDeleted(model, block.span)] };
        report({ message: 'empty', at: block, fix, data: { title: block.text.replace(/^scenario\s*:\s*/i, '') } });
      }
    }
  },
});
