import type { Node } from '../../expression/node.ts';
import { visit } from '../../expression/visit.ts';
import { defineRule } from '../rule.ts';

export const errorBodyOutOfReach = defineRule({
  code: 'error-body-out-of-reach',
  severity: 'error',
  section: 8,
  summary: 'An error body that uses something unavailable when an error is answered.',
  messages: {
    reach:
      'The error body cannot use {what}: errors are also answered to signed-out callers and while the data is unavailable. It may use error, status, message, field, entity, value, limit, now, today and constants.',
  },
  check({ errorBody, errors }, report) {
    for (const expression of [errorBody, ...errors.map(({ key }) => key)]) {
      if (expression === null || typeof expression === 'string' || expression.node === null) continue;
      visit(expression.node, (node) => {
        const what = outOfReach(node);
        if (what !== null) report({ message: 'reach', at: { from: expression.at(node.from), to: expression.at(node.to) }, data: { what } });
      });
    }
  },
});

function outOfReach(node: Node): string | null {
  if (node.kind === 'call') return node.type.kind === 'view' ? `the view ${node.name}` : node.name === 'random' ? 'random()' : null;
  if (node.kind !== 'name') return null;
  switch (node.resolution.kind) {
    case 'entity':
      return `the records of ${node.name}`;
    case 'me':
    case 'token':
      return node.name;
    default:
      return null;
  }
}
