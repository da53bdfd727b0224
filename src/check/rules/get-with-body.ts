import { defineRule } from '../rule.ts';

export const getWithBody = defineRule({
  code: 'get-with-body',
  severity: 'error',
  section: 7,
  summary: 'A GET call that takes something from a body.',
  messages: {
    body: 'A GET request has no body, so {names} would never arrive. Ask for it in the address, as “{path}?{query}”, or make the call a POST.',
  },
  check(_model, report, survey) {
    for (const { method, path, query, takes } of survey.calls()) {
      if (method !== 'GET' || takes === null || takes.entries.length === 0) continue;
      const names = takes.entries.map(({ key }) => key.text);
      const asked = [...query.map(({ name }) => name.text), ...names];
      report({ message: 'body', at: takes, data: { names: names.map((name) => `“${name}”`).join(', '), path, query: asked.join('&') } });
    }
  },
});
