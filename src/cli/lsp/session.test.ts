import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  type FoldingRange,
  type Hover,
  type Location,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type SemanticTokens,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { tokenTypes } from './kinds.ts';

const bin = fileURLToPath(new URL('../../../bin/ninefold.js', import.meta.url));
const uri = 'file:///project/shop.md';

/**
 * Every line has a character outside the Basic Multilingual Plane before the requested position,
 * and the lines end with CRLF.
 */
const text = [
  '# Specification: Shop 🛒',
  '',
  '## 3. Entities 🧱',
  '',
  '### Order',
  '',
  '| Field | Type | Required | Description |',
  '|---|---|---|---|',
  '| total | integer | yes | 💶💶 in euros |',
  '| note | text | | |',
  '',
  '## 5. Rules',
  '',
  '| Rule | On | Must hold |',
  '|---|---|---|',
  '| 🐘 is big | Order.total | `size("🐘👩‍👩‍👧") > 0 && total < MOST` |',
  '| 𝒳 | Order | `total > 0` |',
  '',
  '## 9. Constants',
  '',
  '| Constant | Value | Description |',
  '|---|---|---|',
  '| MOST | 500 | 🎈 |',
  '',
].join('\r\n');

let child: ChildProcess;
let editor: ProtocolConnection;
let document = TextDocument.create(uri, 'markdown', 1, text);
const heard = new Map<number, readonly Diagnostic[]>();
let wake = (): void => undefined;

const ask = <Answer>(method: string, params: object): Promise<Answer> => editor.sendRequest(method, params);
const findings = async (version: number): Promise<readonly Diagnostic[]> => {
  while (!heard.has(version)) await new Promise<void>((resolve) => (wake = resolve));
  return heard.get(version) ?? [];
};
const positionOf = (words: string, from = 0): Position => document.positionAt(document.getText().indexOf(words, from));
const wordsAt = (range: Location['range']): string => document.getText(range);
/** Sends the server what was typed, and updates the local copy. */
async function type(...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
  document = TextDocument.update(document, contentChanges, document.version + 1);
  await editor.sendNotification('textDocument/didChange', { textDocument: { uri, version: document.version }, contentChanges });
}

beforeAll(async () => {
  child = spawn(process.execPath, [bin, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (child.stdout === null || child.stdin === null) throw new Error('the server was started without pipes');
  editor = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  editor.onNotification('textDocument/publishDiagnostics', ({ version, diagnostics }: PublishDiagnosticsParams) => {
    heard.set(version ?? 0, diagnostics);
    wake();
  });
  editor.listen();
  await ask('initialize', { processId: null, rootUri: null, capabilities: {} });
  await editor.sendNotification('initialized', {});
  await editor.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text } });
});

afterAll(() => {
  child.kill();
});

test('positions are counted in UTF-16 units', async () => {
  const inRule = positionOf('MOST');
  const hover = await ask<Hover>('textDocument/hover', { textDocument: { uri }, position: inRule });
  expect(hover.range && wordsAt(hover.range)).toBe('MOST');
  const definition = await ask<Location>('textDocument/definition', { textDocument: { uri }, position: inRule });
  expect(definition.range.start.line).toBe(22);
  expect(wordsAt(definition.range)).toBe('MOST');
  const places = await ask<Location[]>('textDocument/references', {
    textDocument: { uri },
    position: positionOf('total'),
    context: { includeDeclaration: true },
  });
  expect(places.map(({ range }) => [range.start.line, wordsAt(range)])).toEqual([
    [8, 'total'],
    [15, 'total'],
    [15, 'total'],
    [16, 'total'],
  ]);
});

test('a rename changes all occurrences and nothing else', async () => {
  const { changes } = await ask<{ changes: Record<string, TextEdit[]> }>('textDocument/rename', {
    textDocument: { uri },
    position: positionOf('total <'),
    newName: 'amount',
  });
  expect(TextDocument.applyEdits(document, changes[uri] ?? [])).toBe(text.replaceAll('total', 'amount'));
});

test('changes arrive piece by piece', async () => {
  // A typo in the constant's name after an emoji, in two changes of one message.
  const end = document.positionAt(document.getText().indexOf('MOST`') + 4);
  await type(
    { range: { start: end, end }, text: 'X' },
    { range: { start: positionOf('🎈'), end: positionOf(' |', text.indexOf('🎈')) }, text: '🎈🎈' },
  );
  const [mistake] = (await findings(2)).filter(({ severity }) => severity === 1);
  expect(mistake && wordsAt(mistake.range)).toBe('MOSTX');
  type Action = { readonly title: string; readonly edit: { readonly changes: Record<string, TextEdit[]> } };
  const [fix] = await ask<Action[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: mistake?.range,
    context: { diagnostics: [mistake] },
  });
  expect(TextDocument.applyEdits(document, fix?.edit.changes[uri] ?? [])).toBe(text.replace('🎈', '🎈🎈'));
  await type({ range: { start: end, end: { line: end.line, character: end.character + 1 } }, text: '' });
  expect((await findings(3)).filter(({ severity }) => severity === 1)).toEqual([]);
  expect(document.getText()).toBe(text.replace('🎈', '🎈🎈'));
});

test('colours, folds, outline and alignment use the same positions', async () => {
  const { data } = await ask<SemanticTokens>('textDocument/semanticTokens/full', { textDocument: { uri } });
  const coloured: string[] = [];
  let [line, character] = [0, 0];
  for (let index = 0; index < data.length; index += 5) {
    const [lines = 0, characters = 0, length = 0, kind = 0] = data.slice(index, index + 4);
    character = lines === 0 ? character + characters : characters;
    line += lines;
    coloured.push(`${tokenTypes[kind]} ${wordsAt({ start: { line, character }, end: { line, character: character + length } })}`);
  }
  expect(coloured).toContain('variable MOST');
  expect(coloured).toContain('string "🐘👩‍👩‍👧"');
  expect(coloured.filter((one) => one === 'property total')).toHaveLength(4);
  const folds = await ask<FoldingRange[]>('textDocument/foldingRange', { textDocument: { uri } });
  expect(folds.map(({ startLine }) => startLine)).toContain(2);
  const symbols = await ask<{ name: string; selectionRange: Location['range'] }[]>('textDocument/documentSymbol', {
    textDocument: { uri },
  });
  expect(symbols.map(({ selectionRange }) => wordsAt(selectionRange))).toContain('3. Entities 🧱');
  const edits = await ask<TextEdit[]>('textDocument/formatting', { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } });
  const aligned = TextDocument.applyEdits(document, edits);
  expect(aligned.replace(/[ -]/g, '')).toBe(document.getText().replace(/[ -]/g, ''));
  expect(aligned.split('\r\n')).toHaveLength(document.lineCount);
});

test('a name is offered after an emoji', async () => {
  const offered = await ask<{ items: { label: string; textEdit?: TextEdit }[] }>('textDocument/completion', {
    textDocument: { uri },
    position: document.positionAt(document.getText().indexOf('total < MOST') + 'total < MO'.length),
  });
  const most = offered.items.find(({ label }) => label === 'MOST');
  expect(most?.textEdit?.range && wordsAt(most.textEdit.range)).toMatch(/^MO/);
  const told = await ask<{ documentation?: { value: string } }>('completionItem/resolve', most ?? {});
  expect(told.documentation?.value).toContain('MOST');
});

test('exits on request', async () => {
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await ask('shutdown', {});
  await editor.sendNotification('exit', {});
  expect(await ended).toBe(0);
});
