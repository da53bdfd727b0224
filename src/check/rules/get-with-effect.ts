import { routeShape } from '../../model/route-shape.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const getWithEffect = defineRule({
  code: 'get-with-effect',
  severity: 'warning',
  section: 7,
  summary: 'A GET call that changes something.',
  messages: {
    writes:
      'A GET call must not change anything: browsers and caches repeat it at will. This one runs “{what}”. Make it a POST, PUT, PATCH or DELETE.',
  },
  check(model, report, survey) {
    for (const { name, method, path, query, does } of survey.calls()) {
      if (method !== 'GET' || does === null) continue;
      const step = does.steps.find(({ kind }) => writing.includes(kind));
      if (step === undefined) continue;
      const verb = step.kind === 'delete' ? 'DELETE' : step.kind === 'update' ? 'PATCH' : 'POST';
      const isTaken = survey.calls().some((other) => other.method === verb && routeShape(other.path) === routeShape(path));
      const fix = isTaken || query.length > 0 ? [] : cellWritten(model, name.span, 'Call', `\`${verb} ${path}\``, `Make it a ${verb}`);
      report({ message: 'writes', at: step, fix, data: { what: model.tree.text.slice(step.span.from, step.span.to) } });
    }
  },
});

const writing: readonly string[] = ['create', 'update', 'delete', 'event', 'add', 'remove', 'sign-in', 'sign-up', 'sign-out'];
