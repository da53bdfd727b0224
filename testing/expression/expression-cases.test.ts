import { expect, test } from 'vitest';
import { parseText } from '../../src/expression/parse/parse.ts';
import { unsupportedInSql } from '../../src/expression/sql/unsupported.ts';
import { signatures } from '../../src/expression/types/signatures.ts';
import { visit } from '../../src/expression/visit.ts';
import { expressionCases, zoneCases } from './expression-cases.ts';

test('the suite covers everything that an expression can contain', () => {
  const said = new Set<string>();
  for (const source of [...Object.values(expressionCases).flat(), ...zoneCases, ...unsupportedInSql.map(({ example }) => example)]) {
    const { node } = parseText(source);
    expect(node, source).not.toBeNull();
    if (node === null) continue;
    visit(node, (each) => {
      said.add(each.kind);
      if (each.kind === 'call') said.add(`${each.name}()`);
      else if (each.kind === 'binary' || each.kind === 'unary') said.add(each.operator);
      else if (each.kind === 'macro') said.add(each.macro);
    });
  }
  const operators = ['||', '&&', '==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%', '!'];
  const kinds = ['literal', 'name', 'select', 'index', 'call', 'unary', 'binary', 'conditional', 'list', 'map', 'macro'];
  const macros = ['all', 'exists', 'exists_one', 'filter', 'map'];
  const wanted = [...kinds, ...operators, ...macros, ...signatures.map(({ name }) => `${name}()`)];
  expect(wanted.filter((each) => !said.has(each))).toEqual([]);
});
