import type { Fix } from '../../base/finding.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import { readNames } from '../analysis/call-names.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const unusedRouteParameter = defineRule({
  code: 'unused-route-parameter',
  severity: 'warning',
  section: 7,
  summary: 'A path parameter that the call does not use.',
  messages: {
    path: '“{name}” is part of the path, but the call does not use it: every address gives the same answer. Use it in Does or Returns, or remove it from the path.',
    query:
      '“{name}” is a query parameter, but the call does not use it: the answer is the same without it. Use it in Does or Returns, or remove it.',
  },
  check(model, report, survey) {
    for (const call of survey.calls()) {
      const read = readNames(call);
      if (read === null) continue;
      for (const name of call.parameters)
        if (!read.has(name.text) && !opensByLink(model, name.text)) report({ message: 'path', at: name, data: { name: name.text } });
      for (const { name } of call.query)
        if (!read.has(name.text)) {
          const fix = queryWithout(model, call, name.text);
          report({ message: 'query', at: name, fix, data: { name: name.text } });
        }
    }
  },
});

/** Whether the parameter is a record's secret, which the engine reads to grant roles by link. */
const opensByLink = ({ entities, roles }: Model, parameter: string): boolean =>
  roles.some(
    ({ byLink, of }) =>
      byLink && entities.some(({ name, byName }) => name.text === of?.text && byName.get(parameter)?.type.kind === 'secret'),
  );

/** Removes a name from the query of the call's address. */
function queryWithout(model: Model, { name, method, path, query }: Call, left: string): readonly Fix[] {
  const kept = query
    .filter((one) => one.name.text !== left)
    .map((one) => (one.default === null ? one.name.text : `${one.name.text}=${one.default}`));
  return cellWritten(model, name.span, 'Call', `\`${method} ${path}${kept.length === 0 ? '' : `?${kept.join('&')}`}\``, `Remove ${left}`);
}
