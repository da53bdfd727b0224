import { defineRule } from '../rule.ts';

export const getWithEffect = defineRule({
  code: 'get-with-effect',
  severity: 'warning',
  section: 7,
  summary: 'A GET call that changes something.',
  messages: {
    writes:
      'A GET call must not change anything: browsers and caches repeat it at will. This one does “{what}”. Make it a POST, PUT, PATCH or DELETE.',
  },
  check(model, report, survey) {
    for (const { method, does } of survey.calls()) {
      if (method !== 'GET' || does === null) continue;
      const step = does.steps.find(({ kind }) => writing.includes(kind));
      if (step !== undefined) report({ message: 'writes', at: step, data: { what: model.tree.text.slice(step.span.from, step.span.to) } });
    }
  },
});

const writing: readonly string[] = ['create', 'update', 'delete', 'event', 'add', 'remove', 'sign-in', 'sign-up', 'sign-out'];
