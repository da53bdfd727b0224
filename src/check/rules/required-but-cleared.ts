import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const requiredButCleared = defineRule({
  code: 'required-but-cleared',
  severity: 'warning',
  section: 3,
  summary: 'A required relation that a deletion would clear.',
  messages: {
    both: '“{field}” is required, but “on delete clear” empties it when its {target} is deleted. Write “on delete cascade” or “on delete restrict”, or do not require it.',
  },
  check(model, report) {
    for (const { fields } of model.entities) {
      for (const { name, type, required, typeSpan } of fields) {
        if (required && type.kind === 'relation' && type.onDelete === 'clear') {
          const written = model.tree.text.slice(typeSpan.from, typeSpan.to);
          const fix = ['restrict', 'cascade'].flatMap((how) =>
            replaced(typeSpan, written.replace(/\bclear\b/, how), `Write “on delete ${how}”`),
          );
          report({ message: 'both', at: typeSpan, fix, data: { field: name.text, target: type.entity.text } });
        }
      }
    }
  },
});
