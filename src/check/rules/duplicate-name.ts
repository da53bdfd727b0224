import type { Declaration, Kind } from '../../model/ast/common.ts';
import { capital } from '../../model/reading/cell-forms.ts';
import { replaceBy } from '../fixes.ts';
import { rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

/** States and events occur in one row per transition; calls are compared by their routes. */
const namedOften: readonly Kind[] = ['state', 'event', 'call'];

export const duplicateName = defineRule({
  code: 'duplicate-name',
  severity: 'error',
  section: 0,
  summary: 'A name that is declared twice for the same kind of thing.',
  messages: {
    twice: 'The {kind} “{name}” is already declared{where}. The first declaration counts. Rename this one, or remove one of the two.',
    case: 'The {kind} “{name}” differs from “{other}” only in capitals. Readers will confuse the two: write both the same, or rename one.',
  },
  check(model, report) {
    const first = new Map<string, Declaration>();
    for (const declaration of model.declared) {
      const { kind, text: name, within, span } = declaration;
      const key = `${kind}\n${kind === 'example' ? '' : (within ?? '')}\n${name.toLowerCase()}`;
      const other = first.get(key);
      if (other === undefined) {
        first.set(key, declaration);
        continue;
      }
      if (other.text !== name)
        report({
          message: 'case',
          at: span,
          fix: namedOften.includes(kind) ? replaceBy(span, [other.text]) : [],
          data: { kind, name, other: other.text },
        });
      else if (!namedOften.includes(kind))
        report({
          message: 'twice',
          at: span,
          fix: rowDeleted(model, capital(kind), span),
          data: { kind, name, where: within === null ? '' : ` in ${within}` },
        });
    }
  },
});
