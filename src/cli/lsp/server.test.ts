import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { memoryHost } from '../../../testing/process/memory-host.ts';
import { isMeantAsSpecification } from '../../language/recognise.ts';
import { readModel } from '../../model/read.ts';
import { commands } from '../commands/index.ts';

const bin = fileURLToPath(new URL('../../../bin/ninefold.js', import.meta.url));
const uri = 'file:///project/helpdesk.md';
const notes = 'file:///project/notes.md';

test('an editor and the server complete a whole session', async () => {
  const child = spawn(process.execPath, [bin, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (data) => (complaints += data));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const editor = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  editor.listen();
  const ask = <Answer>(method: string, params: object): Promise<Answer> => editor.sendRequest(method, params);
  const tell = (method: string, params: object): Promise<void> => editor.sendNotification(method, params);

  const heard = new Map<string, PublishDiagnosticsParams>();
  let wake = (): void => undefined;
  editor.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    heard.set(params.uri, params);
    wake();
  });
  const findings = async (of: string, version: number): Promise<readonly Diagnostic[]> => {
    while (heard.get(of)?.version !== version) await new Promise<void>((resolve) => (wake = resolve));
    return heard.get(of)?.diagnostics ?? [];
  };

  try {
    const { capabilities } = await ask<{ capabilities: Record<string, unknown> }>('initialize', {
      processId: null,
      rootUri: null,
      capabilities: {},
    });
    expect(capabilities).toMatchObject({
      hoverProvider: true,
      renameProvider: { prepareProvider: true },
      documentFormattingProvider: true,
    });
    await tell('initialized', {});

    const wrong = helpdesk.replace('refused NO_ANSWER', 'refused NO_ANSWRE');
    const document = TextDocument.create(uri, 'markdown', 1, wrong);
    const applied = (edits: readonly TextEdit[]): string => TextDocument.applyEdits(document, [...edits]);
    const textDocument = { uri };
    const position = (words: string, name = words, text = document): ReturnType<TextDocument['positionAt']> =>
      text.positionAt(wrong.indexOf(words) + words.indexOf(name) + 1);
    await tell('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text: wrong } });
    await tell('textDocument/didOpen', {
      textDocument: { uri: notes, languageId: 'markdown', version: 1, text: '# Notes\n\n## 1. Tomatoes\n' },
    });

    const [mistake, ...more] = (await findings(uri, 1)).filter(({ severity }) => severity === 1);
    expect(more).toEqual([]);
    expect(mistake).toMatchObject({ code: 'undefined-error', source: 'ninefold' });
    expect(mistake?.codeDescription?.href).toMatch(/^file:.*\/undefined-error\.md$/);
    expect(mistake && document.getText(mistake.range)).toBe('NO_ANSWRE');
    expect(await findings(notes, 1)).toEqual([]);

    type Action = { readonly title: string; readonly edit: { readonly changes: Record<string, TextEdit[]> } };
    const [fix] = await ask<Action[]>('textDocument/codeAction', {
      textDocument,
      range: mistake?.range,
      context: { diagnostics: [mistake] },
    });
    expect(applied(fix?.edit.changes[uri] ?? [])).toBe(helpdesk);

    const hover = await ask<{ contents: { value: string } }>('textDocument/hover', {
      textDocument,
      position: position('t.createdAt + RESPONSE_HIGH', 'RESPONSE'),
    });
    expect(hover.contents.value).toContain('= 4 hours');
    const where = await ask<{ range: Diagnostic['range'] }>('textDocument/definition', {
      textDocument,
      position: position('t.createdAt + RESPONSE_HIGH', 'RESPONSE'),
    });
    expect(document.getText(where.range)).toBe('RESPONSE_HIGH');
    const places = await ask<unknown[]>('textDocument/references', {
      textDocument,
      position: position('| RESPONSE_HIGH | 4', 'RESPONSE'),
      context: { includeDeclaration: true },
    });
    expect(places.length).toBeGreaterThan(2);

    const field = { textDocument, position: position('| number | serial', 'number') };
    expect(await ask('textDocument/prepareRename', field)).toMatchObject({ placeholder: 'number' });
    const renamed = await ask<{ changes: Record<string, TextEdit[]> }>('textDocument/rename', { ...field, newName: 'ticketNo' });
    expect(applied(renamed.changes[uri] ?? [])).toContain('/tickets/:ticketNo');
    await expect(ask('textDocument/rename', { ...field, newName: 'subject' })).rejects.toThrow(
      'There is a field “subject” already in Ticket.',
    );

    const dot = { textDocument, position: document.positionAt(wrong.indexOf('t.customer == Ana') + 2) };
    const offered = await ask<{ items: { label: string }[] }>('textDocument/completion', dot);
    expect(offered.items.map(({ label }) => label)).toContain('status');

    expect(await ask<unknown[]>('textDocument/documentSymbol', { textDocument })).toHaveLength(9);
    expect((await ask<unknown[]>('textDocument/foldingRange', { textDocument })).length).toBeGreaterThan(9);
    expect((await ask<{ data: number[] }>('textDocument/semanticTokens/full', { textDocument })).data.length % 5).toBe(0);
    const aligned = applied(
      await ask<TextEdit[]>('textDocument/formatting', { textDocument, options: { tabSize: 2, insertSpaces: true } }),
    );
    expect(aligned).toMatch(/\| RESPONSE_HIGH {2,}\| 4 +\|/);
    expect(await ask('textDocument/hover', { textDocument: { uri: notes }, position: { line: 0, character: 3 } })).toBeNull();

    // Only the replaced word is sent, not the rest of the text.
    await tell('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: mistake?.range, text: 'NO_ANSWER' }],
    });
    expect((await findings(uri, 2)).filter(({ severity }) => severity === 1)).toEqual([]);

    await ask('shutdown', {});
    await tell('exit', {});
    expect(await ended).toBe(0);
    expect(complaints).toBe('');
  } finally {
    child.kill();
  }
});

test('reports missing input and output', async () => {
  const lsp = commands.find(({ name }) => name === 'lsp');
  const host = memoryHost();
  expect(await lsp?.run([], host, commands)).toBe(2);
  expect(host.errors).toContain('Usage: ninefold lsp');
});

test.each<[string, boolean]>([
  ['# Specification: Shop\n', true],
  ['## 4. States\n', true],
  ['# Shop\n\n## 9. Limits\n', true],
  ['# How to bake\n\n## 1. Flour\n\n## 2. Water\n', false],
  ['', false],
])('%j is meant as a specification: %s', (text, meant) => {
  expect(isMeantAsSpecification(readModel(text))).toBe(meant);
});
