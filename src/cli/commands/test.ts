import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { type RowResult, runScenarios, type ScenarioResult } from '../../verify/scenarios.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { type Document, readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';
import { harmless, type Paint, paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';

interface Tested {
  readonly document: Document;
  readonly recognised: boolean;
  readonly scenarios: readonly ScenarioResult[];
}

export const test: Command = {
  name: 'test',
  usage: 'test FILE… [--format text|json]',
  summary: 'Runs the scenarios of a document, each in a fresh product.',
  async run(args, host) {
    const read = readArguments(args, { format: ['text', 'json'] });
    if (!read.ok) return misused(read.problem, test, host);
    const documents = await readDocuments(read.names, host);
    if (documents === null) return 2;
    const tested = documents.map((document): Tested => {
      const model = readModel(document.text);
      return { document, recognised: model.recognised, scenarios: runScenarios(model, createMemoryStore) };
    });
    if (read.options['format'] === 'json') host.write(`${JSON.stringify({ files: tested.map(toJson) }, null, 2)}\n`);
    else for (const one of tested) host.write(toText(one, paint(host.color)));
    return tested.every(({ recognised, scenarios }) => recognised && scenarios.every((scenario) => scenario.passed)) ? 0 : 1;
  },
};

/** The public shape: see docs/formats.md. */
function toJson({ document, scenarios }: Tested): unknown {
  return {
    file: document.file,
    scenarios: scenarios.map(({ title, passed, rows }) => ({
      title,
      passed,
      rows: rows.map(({ line, passed, expected, actual }) => ({ line, passed, expected, actual })),
    })),
  };
}

function toText({ document, recognised, scenarios }: Tested, paints: Paint): string {
  const file = paints.bold(harmless(document.file));
  if (!recognised) return `${file}: this is not a specification, so it has no scenarios. “ninefold check” says more.\n`;
  if (scenarios.length === 0) return `${file}: no scenarios. They stand in section 1: “### Scenario: …” and a table As, Do, Expect.\n`;
  const lines = document.text.split('\n');
  const list = scenarios.map(({ title, passed, rows }) => {
    const mark = passed ? paints.good('✓') : paints.bad('✗');
    const failed = rows.filter((row) => !row.passed).map((row) => failedRow(document.file, lines, row, paints));
    return `  ${mark} ${harmless(title)} ${paints.faint(`(${plural(rows.length, 'row')})`)}\n${failed.join('')}`;
  });
  const failing = scenarios.filter((scenario) => !scenario.passed).length;
  const count = `${plural(scenarios.length, 'scenario')}, ${failing === 0 ? paints.good('all pass') : paints.bad(`${failing} failing`)}`;
  return `${file}\n${list.join('')}  ${count}\n\n`;
}

function failedRow(file: string, lines: readonly string[], { line, expected, actual }: RowResult, paints: Paint): string {
  const source = (lines[line - 1] ?? '').trim();
  return [
    `      ${paints.faint(`${harmless(file)}:${line}`)} ${harmless(source)}\n`,
    `        expected: ${harmless(expected)}\n`,
    `        actual:   ${paints.bad(harmless(actual))}\n`,
  ].join('');
}
