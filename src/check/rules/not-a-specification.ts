import { inserted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const notASpecification = defineRule({
  code: 'not-a-specification',
  severity: 'error',
  section: 0,
  summary: 'A text that is not a specification.',
  messages: {
    empty: 'The text is empty. A specification begins with “# Specification: NAME” and has nine sections, “## 1. …” to “## 9. …”.',
    binary: 'This file is not text. A specification is a Markdown document.',
    other:
      'This is a text, but not a specification: it has neither a title “# Specification: NAME” nor a section “## 1. …” to “## 9. …”. Give it one of them, or choose another file.',
  },
  check(model, report) {
    if (model.recognised) return;
    const title = 'Begin it with “# Specification: Untitled”';
    const { text } = model.tree;
    const from = text.search(/\S/);
    if (from < 0) return report({ message: 'empty', at: { from: 0, to: 0 }, fix: inserted(0, '# Specification: Untitled\n', title) });
    const end = text.indexOf('\n', from);
    const at = { from, to: Math.min(from + 200, text.slice(0, end < 0 ? text.length : end).trimEnd().length) };
    if (/\0/.test(text.slice(0, 8000))) report({ message: 'binary', at });
    else report({ message: 'other', at, fix: inserted(from, '# Specification: Untitled\n\n', title) });
  },
});
