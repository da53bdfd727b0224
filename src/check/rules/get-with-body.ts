import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const getWithBody = defineRule({
  code: 'get-with-body',
  severity: 'error',
  section: 7,
  summary: 'A GET call that takes values from a body.',
  messages: {
    body: 'A GET request has no body, so {names} would never arrive. Take it from the address, as “{path}?{query}”, or make the call a POST.',
  },
  check(model, report, survey) {
    for (const { name, method, path, query, takes } of survey.calls()) {
      if (method !== 'GET' || takes === null || takes.entries.length === 0) continue;
      const names = takes.entries.map(({ key }) => key.text);
      const inputs = [...query.map(({ name }) => name.text), ...names];
      const post = cellWritten(model, name.span, 'Call', `\`POST ${path}\``, 'Make it a POST');
      report({
        message: 'body',
        at: takes,
        fix: query.length === 0 ? post : [],
        data: { names: names.map((name) => `“${name}”`).join(', '), path, query: inputs.join('&') },
      });
    }
  },
});
