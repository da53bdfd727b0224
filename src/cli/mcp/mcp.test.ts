import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { memoryHost } from '../../../testing/process/memory-host.ts';
import { commands } from '../commands/index.ts';
import { packageMissing } from '../optional-package.ts';
import { bounds, toolsFor } from './tools.ts';

const lineOf = (text: string, beginning: string): { line: number; row: string } => {
  const lines = text.split('\n');
  const at = lines.findIndex((one) => one.startsWith(beginning));
  return { line: at + 1, row: lines[at] ?? '' };
};

describe('the tools', () => {
  const host = memoryHost({ 'a.md': helpdesk, 'secret.md': helpdesk });
  const tools = toolsFor(['a.md'], host);
  const call = async (name: string, args: Record<string, unknown>) => {
    const { text, failed } = await (tools.find((tool) => tool.name === name)?.run(args) ?? Promise.reject(new Error(`no tool ${name}`)));
    return { text, failed, json: text.startsWith('{') ? JSON.parse(text) : null };
  };

  test('read a section with line numbers', async () => {
    const { text } = await call('read_document', { file: 'a.md', section: 4 });
    const { line, row } = lineOf(helpdesk, '| resolved | close |');
    expect(text).toContain(`${line}: ${row}`);
    expect(text).not.toContain('## 5.');
  });

  test('findings, explanations, questions, scenarios and permissions', async () => {
    expect((await call('findings', { file: 'a.md' })).json.files[0].sections).toHaveLength(9);
    expect((await call('explain', { code: 'unreachable-state' })).text).toMatch(/^# unreachable-state/);
    expect((await call('questions', { file: 'a.md' })).json.questions).toEqual(expect.any(Array));
    expect((await call('run_scenarios', { file: 'a.md' })).json.files[0].scenarios.every(({ passed }: { passed: boolean }) => passed)).toBe(
      true,
    );
    expect((await call('who_may', { file: 'a.md', operation: 'resolve', target: 'Ticket', person: 'Ana' })).json).toMatchObject({
      roles: [{ role: 'customer', verdict: 'no' }],
    });
    expect(await call('who_may', { file: 'a.md', operation: 'fly', target: 'Ticket' })).toMatchObject({
      failed: true,
      text: expect.stringContaining('no operation'),
    });
  });

  test('planning a change writes nothing', async () => {
    const edits = [{ action: 'delete', ...lineOf(helpdesk, '| body | markdown | |') }];
    const { json } = await call('plan_change', { file: 'a.md', edits });
    expect(json).toMatchObject({ written: false, losses: [expect.stringMatching(/“body” of Ticket/)] });
    expect(json.newFindings).toContainEqual(expect.objectContaining({ severity: 'error', message: expect.stringContaining('body') }));
    expect(host.text('a.md')).toBe(helpdesk);
  });

  test('edits by row apply completely or not at all, and only to unchanged rows', async () => {
    const subject = lineOf(helpdesk, '| subject | text |');
    const set = { action: 'set', ...subject, column: 'Type', value: 'text(80)' };
    const insert = { action: 'insert', ...subject, cells: { Field: 'phone', Type: 'phone', Label: 'Call | me' } };
    const stale = { action: 'set', line: subject.line, row: '| subject | markdown |', column: 'Type', value: 'text' };
    expect(await call('edit_rows', { file: 'a.md', edits: [insert, stale] })).toMatchObject({
      failed: true,
      text: expect.stringContaining('Read the document again'),
    });
    expect(host.text('a.md')).toBe(helpdesk);
    const { json } = await call('edit_rows', { file: 'a.md', edits: [set, insert, { action: 'append', section: 9, markdown: 'Prose.' }] });
    expect(json).toMatchObject({ written: true, changes: expect.arrayContaining([expect.stringContaining('phone')]) });
    const text = host.text('a.md');
    expect(text).toContain('| subject | text(80) | yes |');
    expect(text).toContain('| phone | phone | | | | | | Call \\| me |');
    expect(text.trimEnd().endsWith('Prose.')).toBe(true);
    expect(await call('edit_rows', { file: 'a.md', edits: [{ ...set, ...lineOf(text, '| subject |'), column: 'Sort' }] })).toMatchObject({
      failed: true,
      text: expect.stringContaining('no column “Sort”'),
    });
  });

  test('an answer is written by the number of its question', async () => {
    const open = memoryHost({ 'b.md': '# Specification: B\n' });
    const [answer] = toolsFor(['b.md'], open).filter(({ name }) => name === 'answer');
    const { failed } = (await answer?.run({ file: 'b.md', number: 1, answer: 'bikes' })) ?? { failed: true };
    expect(failed).toBe(false);
    expect(open.text('b.md')).toContain('### Bike\n');
  });

  test('no tool reads or writes any other file', async () => {
    for (const { name } of tools.filter(({ name: one }) => one !== 'explain')) {
      const args = {
        file: 'secret.md',
        number: 1,
        answer: '1',
        operation: 'read',
        target: 'Ticket',
        edits: [{ action: 'append', section: 1, markdown: 'x' }],
      };
      expect(await call(name, args), name).toMatchObject({ failed: true });
    }
    // A name that looks like an option is still a name.
    expect(await call('findings', { file: '--fix' })).toMatchObject({ failed: true });
    expect(host.text('secret.md')).toBe(helpdesk);
  });

  test('input that is too large is refused', async () => {
    const half = 'x'.repeat(bounds.document / 2);
    const edits = [half, half].map((markdown) => ({ action: 'append', section: 1, markdown }));
    expect(await call('edit_rows', { file: 'a.md', edits })).toMatchObject({ failed: true, text: expect.stringContaining('too large') });
  });
});

describe('over stdio, with the client of the SDK', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-mcp-'));
  const file = join(folder, 'shop.md');
  const bin = fileURLToPath(new URL('../../../bin/ninefold.js', import.meta.url));
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', file], stderr: 'pipe' });
  beforeAll(async () => {
    writeFileSync(file, helpdesk);
    await client.connect(transport);
  }, 120_000);
  afterAll(async () => {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const text = ({ content }: Awaited<ReturnType<typeof client.callTool>>): string => {
    const [first] = content as readonly { readonly type: string; readonly text: string }[];
    return first?.text ?? '';
  };

  test('the worked example of the guide', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolsFor([file], memoryHost()).map(({ name }) => name));
    const { line, row } = lineOf(helpdesk, '| MAX_TAGS |');
    const edits = [{ action: 'set', line, row, column: 'Value', value: '3' }];
    expect(JSON.parse(text(await client.callTool({ name: 'plan_change', arguments: { file, edits } })))).toMatchObject({
      written: false,
      losses: [],
      newFindings: [],
    });
    expect(JSON.parse(text(await client.callTool({ name: 'edit_rows', arguments: { file, edits } })))).toMatchObject({ written: true });
    expect(readFileSync(file, 'utf8')).toMatch(/\| MAX_TAGS \| 3 \|/);
    const tested = JSON.parse(text(await client.callTool({ name: 'run_scenarios', arguments: { file } })));
    expect(tested.files[0].scenarios.map(({ passed }: { passed: boolean }) => passed)).not.toContain(false);
  });

  test('arguments are validated against their schema', async () => {
    const wrong = [
      { file, edits: [{ action: 'set', line: 0, row: '', column: 'a', value: 'b' }] },
      { file, edits: [] },
      { file: '/etc/passwd', edits: [{ action: 'append', section: 1, markdown: 'x' }] },
      { file, edits: [{ action: 'append', section: 1, markdown: 'x'.repeat(bounds.text + 1) }] },
    ];
    for (const given of wrong) {
      const refused = await client.callTool({ name: 'edit_rows', arguments: given }).then(
        ({ isError }) => isError === true,
        () => true,
      );
      expect(refused, JSON.stringify(given).slice(0, 80)).toBe(true);
    }
  });
});

test('without the SDK, says what to install', () => {
  const without = Object.assign(() => ({ peerDependencies: { '@modelcontextprotocol/server': '9.9.9' } }), {
    resolve: () => {
      throw Object.assign(new Error('none'), { code: 'MODULE_NOT_FOUND' });
    },
  }) as unknown as NodeJS.Require;
  expect(packageMissing('@modelcontextprotocol/server', 'It needs the SDK', without)).toContain(
    'npm install @modelcontextprotocol/server@9.9.9',
  );
  expect(commands.map(({ name }) => name)).toContain('mcp');
});
