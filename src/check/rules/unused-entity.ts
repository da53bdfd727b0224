import type { Span } from '../../base/span.ts';
import { definesCalls } from '../analysis/assumed.ts';
import { blockDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const unusedEntity = defineRule({
  code: 'unused-entity',
  severity: 'warning',
  section: 3,
  summary: 'An entity that nothing uses.',
  messages: {
    unused: 'Nothing uses {name}: no field, screen, rule, permission or call. Use it, or remove it.',
  },
  check(model, report, survey) {
    // While screens or calls are undefined, the product shows and serves every entity.
    if (survey.screens().length === 0 || !definesCalls(model)) return;
    const uses = new Map<string, Span[]>();
    for (const { kind, text, span } of model.references) {
      if (kind !== 'entity') continue;
      const own = uses.get(text);
      if (own === undefined) uses.set(text, [span]);
      else own.push(span);
    }
    for (const { name, span } of model.entities) {
      if (name.text === model.declarations.account || survey.readEntities().has(name.text)) continue;
      const spoken = uses.get(name.text)?.some((use) => use.from < span.from || use.from >= span.to) ?? false;
      if (spoken) continue;
      const fix = { title: `Delete ${name.text}`, edits: [blockDeleted(model, span)] };
      report({ message: 'unused', at: name, fix, data: { name: name.text } });
    }
  },
});
