// Starts `ninefold lsp` and lets VS Code speak with it. Everything else is the server's.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { commands, window, workspace } = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;

/** The program of the setting, of the folder that is open, or of the shell. */
function programPath() {
  const set = workspace.getConfiguration('ninefold').get('path', '').trim();
  if (set !== '') return set;
  for (const { uri } of workspace.workspaceFolders ?? []) {
    // The script behind node_modules/.bin, so that it runs without a shell on every system.
    for (const place of ['node_modules/ninefold/bin/ninefold.js', 'bin/ninefold.js']) {
      const path = join(uri.fsPath, place);
      if (existsSync(path)) return path;
    }
  }
  return 'ninefold';
}

/** A script is run by the Node that is on the path: the one inside the editor may be older than what Ninefold needs. */
function serverOptions() {
  const path = programPath();
  const script = path.endsWith('.js');
  // On Windows a program that npm installed is a .cmd file, which only a shell can start.
  const options = { shell: !script && process.platform === 'win32' };
  return script
    ? { command: 'node', args: [path, 'lsp'], transport: TransportKind.stdio, options }
    : { command: path, args: ['lsp'], transport: TransportKind.stdio, options };
}

async function start() {
  client = new LanguageClient('ninefold', 'Ninefold', serverOptions(), {
    // The server tells which of them are specifications, and leaves the others alone.
    documentSelector: [
      { scheme: 'file', language: 'markdown' },
      { scheme: 'untitled', language: 'markdown' },
      { scheme: 'file', language: 'plaintext', pattern: '**/specs/*.txt' },
    ],
  });
  try {
    await client.start();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(
      `Ninefold's language server could not be started (${why}). Install it with “npm install ninefold”, or say where it is in the setting ninefold.path.`,
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.stop();
}

/** @param {import('vscode').ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand('ninefold.restart', async () => {
      await stop();
      await start();
    }),
    workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration('ninefold.path')) return;
      await stop();
      await start();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
