import { own } from '../../base/own.ts';
import { survey } from '../../check/analysis/survey.ts';
import { Watch } from '../../check/analysis/watch.ts';
import type { Node } from '../../expression/node.ts';
import { tokenize } from '../../expression/parse/tokens.ts';
import type { Type } from '../../expression/types/type.ts';
import { visit } from '../../expression/visit.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * The type of the operand that ends at `end` in an incomplete code span. Reads the document again
 * without the rest of the code span and with its brackets closed, so that the checker determines
 * the type.
 */
export function typeOfOperand(model: Model, code: { readonly from: number; readonly end: number }): Type | null {
  const { text } = model.tree;
  const source = text.slice(code.from, code.end);
  const open: string[] = [];
  for (const token of tokenize(source)) {
    if (token.kind === 'open') open.push(own(closing, token.text) ?? '');
    else if (token.kind === 'close') open.pop();
  }
  const line = text.indexOf('\n', code.end);
  const lineEnd = line < 0 ? text.length : line;
  const tick = text.indexOf('`', code.end);
  const rest =
    tick < 0 || tick > lineEnd ? `\`${text.slice(code.end, lineEnd).replace(/^[^|]*/, ' ')}${text.slice(lineEnd)}` : text.slice(tick);
  const brackets = open.toReversed().join('');
  // A map cut off after its key, or a macro after its variable, needs more text before it can be
  // parsed.
  for (const more of ['', ': null', ', true']) {
    const read = readModel(text.slice(0, code.end) + more + brackets + rest);
    const type = typeEndingAt(read, code.end);
    if (type !== null) return type;
  }
  return null;
}

function typeEndingAt(model: Model, end: number): Type | null {
  for (const { expression } of survey(new Watch(model)).expressions()) {
    if (expression.node === null || expression.span.from > end || expression.span.to < end) continue;
    let found: Node | null = null;
    visit(expression.node, (node) => {
      // Picks the widest operand that ends here (`a.b` rather than `a`), but no operator.
      const operand = node.kind !== 'binary' && node.kind !== 'unary' && node.kind !== 'conditional';
      if (operand && found === null && node.to > 0 && expression.at(node.to - 1) + 1 === end) found = node;
    });
    if (found !== null) return (found as Node).type;
  }
  return null;
}
