import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { memoryHost } from '../../../testing/process/memory-host.ts';
import { jsonProblems, junitProblems, type Shape, sarifProblems } from '../../../testing/process/output-formats.ts';
import { runCli } from '../run.ts';

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Complete and incomplete documents, and documents full of characters that formats escape. */
const documents: Readonly<Record<string, string>> = (() => {
  const specs = Object.fromEntries(
    readdirSync(new URL('../../../specs', import.meta.url))
      .filter((name) => !name.endsWith('.json'))
      .map((name) => [name, file(`specs/${name}`)]),
  );
  const helpdesk = specs['helpdesk.md'] ?? '';
  return {
    ...specs,
    'cut off/ü%20#?.md': helpdesk.slice(0, helpdesk.length / 2),
    'letters.md': helpdesk.replaceAll('subject', 'su"b<j>e&c\u0001t').replaceAll('Ticket', 'T\ud800icket ]]> \u{1f3ab}'),
    'cells.md': helpdesk.replaceAll(' | agent', ' \r| -->').replaceAll('`', '``'),
    'none.md': 'Call me Ishmael.\n',
    'empty.md': '',
  };
})();

const print = async (args: readonly string[], files: Readonly<Record<string, string>> = documents): Promise<string> => {
  const host = memoryHost(files);
  await runCli(args, host, '');
  expect(host.errors).toBe('');
  return host.output;
};

const names = Object.keys(documents);
/**
 * Those that fill the formats: with characters that they escape, incomplete, or no specification.
 * Of the samples, which differ less, two; SARIF has all of them in one run.
 */
const samples = readdirSync(new URL('../../../specs', import.meta.url)).filter((name) => !['helpdesk.md', 'webshop.md'].includes(name));
const telling = names.filter((name) => !samples.includes(name) || name === 'unidentified.txt');

describe('SARIF', () => {
  let problems: ReturnType<typeof sarifProblems>;
  beforeAll(() => {
    problems = sarifProblems();
  });

  test.each(telling)('%s matches the OASIS schema', async (name) => {
    const text = await print(['check', name, '--format', 'sarif']);
    expect(problems(text)).toEqual([]);
    expect(JSON.parse(text).runs[0].artifacts).toHaveLength(1);
  });

  test('several documents form one run', async () => {
    const text = await print(['check', ...names, '--format', 'sarif']);
    expect(problems(text)).toEqual([]);
    expect(JSON.parse(text).runs[0].artifacts).toHaveLength(names.length);
  });

  test('the schema is enforced: invalid output is detected', async () => {
    const log = JSON.parse(await print(['check', 'letters.md', '--format', 'sarif']));
    log.runs[0].results[0].level = 'fatal';
    log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
    expect(problems(JSON.stringify(log))).toHaveLength(2);
  });
});

describe('JUnit', () => {
  let problems: ReturnType<typeof junitProblems>;
  beforeAll(() => {
    problems = junitProblems();
  });

  test.each(telling)('%s: findings match the schema', async (name) => {
    expect(problems(await print(['check', name, '--format', 'junit']))).toEqual([]);
  });

  test.each(telling)('%s: scenarios match the schema', async (name) => {
    expect(problems(await print(['test', name, '--format', 'junit']))).toEqual([]);
  });

  test('the schema check detects invalid output, and throws on text that is no XML', async () => {
    const text = await print(['check', 'letters.md', '--format', 'junit']);
    expect(problems(text.replaceAll('failure', 'fault')).length).toBeGreaterThan(0);
    expect(() => problems(text.replace('</testsuite>', ''))).toThrow();
  });
});

describe('JSON', () => {
  let problems: ReturnType<typeof jsonProblems>;
  beforeAll(() => {
    problems = jsonProblems();
  });

  test.each(telling)('%s: check, with applied fixes', async (name) => {
    expect(problems('check', await print(['check', name, '--format', 'json']))).toEqual([]);
    expect(problems('check', await print(['check', name, '--format', 'json', '--fix']))).toEqual([]);
  });

  test.each(telling)('%s: scenarios', async (name) => {
    expect(problems('test', await print(['test', name, '--format', 'json']))).toEqual([]);
  });

  test.each(['unidentified.txt', 'none.md', 'empty.md', 'cut off/ü%20#?.md'])('%s: explore', async (name) => {
    expect(problems('explore', await print(['explore', name, '--format', 'json', '--seconds', '1', '--records', '1']))).toEqual([]);
  });

  test.each(telling.filter((name) => !['none.md', 'empty.md'].includes(name)))('%s: questions', async (name) => {
    expect(problems('ask', await print(['ask', name, '--format', 'json']))).toEqual([]);
  });

  test.each(names)('%s: an export, and an import of it', async (name) => {
    const exported = await print(['export', 'sql', name, '--format', 'json']);
    expect(problems('export', exported)).toEqual([]);
    if (!JSON.parse(exported).text.includes('CREATE TABLE')) return;
    const imported = await print(['import', 'x.sql', '--format', 'json'], { 'x.sql': JSON.parse(exported).text });
    expect(problems('import', imported)).toEqual([]);
  });

  test('the baseline, and the findings it covers', async () => {
    const host = memoryHost(documents);
    await runCli(['check', 'letters.md', '--baseline', 'base.json', '--write-baseline'], host, '');
    const baseline = host.text('base.json');
    expect(problems('baseline', baseline)).toEqual([]);
    const after = await print(['check', 'letters.md', '--baseline', 'base.json', '--format', 'json'], {
      'letters.md': (documents['letters.md'] ?? '').replace('su"b', 'sub'),
      'base.json': baseline,
    });
    expect(problems('check', after)).toEqual([]);
    const [checked] = JSON.parse(after).files;
    expect(checked.known).toBeGreaterThan(0);
    expect(checked.stale.length).toBeGreaterThan(0);
  });

  test('the examples on the page are valid', () => {
    const page = file('docs/formats.md');
    const shapes: Readonly<Record<string, Shape>> = {
      'ninefold check': 'check',
      'The baseline': 'baseline',
      'ninefold ask': 'ask',
      'ninefold test': 'test',
      'ninefold explore': 'explore',
    };
    const seen = new Set<Shape>();
    for (const part of page.split(/^##+ /m)) {
      const shape = Object.entries(shapes).find(([words]) => part.replaceAll('`', '').startsWith(words))?.[1];
      for (const [, example = ''] of part.matchAll(/```json\n([\s\S]*?)```/g)) {
        if (shape === undefined) throw new Error(`an example of no shape: ${part.slice(0, 40)}`);
        seen.add(shape);
        // The examples leave out the other eight sections.
        const problemsOfIt = problems(shape, example).filter((problem) => !problem.includes('/sections: must NOT have fewer than 9'));
        expect(problemsOfIt).toEqual([]);
      }
    }
    expect([...seen].sort()).toEqual(['ask', 'baseline', 'check', 'explore', 'test']);
  });

  test('the schema is enforced: missing and additional keys are detected', async () => {
    const report = JSON.parse(await print(['check', 'none.md', '--format', 'json']));
    delete report.files[0].findings[0].severity;
    report.files[0].findings[0].colour = 'red';
    expect(problems('check', JSON.stringify(report))).toHaveLength(2);
  });
});
