// `npm start`: installs and builds whatever is missing, serves the workbench on this machine, and
// opens it in the browser.
import { spawn } from 'node:child_process';
import util from 'node:util';
import { ensureBuilt, ensureInstalled, requireNode, workbenchFolder } from './prepare.mjs';
import { serveFolder } from './static-server.mjs';

const usage = `npm start -- [--port NUMBER] [--no-open]

  --port NUMBER  the port on 127.0.0.1; default: the PORT environment variable, then 4190 or the next free port
  --no-open      do not open the browser`;

/** @param {string} message */
const misused = (message) => {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
};

function readOptions() {
  try {
    const { values } = util.parseArgs({
      options: { port: { type: 'string' }, 'no-open': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    return values;
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} given @returns {number} */
function readPort(given) {
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65535) return misused(`The port must be a number from 0 to 65535, not “${given}”.`);
  return port;
}

/**
 * Serves on the wanted port, or by default on the first free one from 4190 to 4210.
 * @param {number | null} wanted
 */
async function serve(wanted) {
  const first = wanted ?? 4190;
  for (let port = first; ; port++) {
    try {
      return await serveFolder(workbenchFolder, { port });
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code;
      if (code === 'EADDRINUSE' && wanted === null && port < first + 20) continue;
      const why = code === 'EADDRINUSE' ? 'is in use' : code === 'EACCES' ? 'is not allowed for this account' : `cannot be used (${error})`;
      console.error(`Port ${port} ${why}. Choose another: npm start -- --port ${first + 21}`);
      return process.exit(1);
    }
  }
}

/**
 * Opens the default browser if there is one. Ignores a failure, because the address is printed
 * anyway.
 * @param {string} url
 */
function open(url) {
  if (process.env['CI']) return;
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return;
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  spawn(/** @type {string} */ (command), /** @type {string[]} */ (args), { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

requireNode();
const options = readOptions();
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const given = options.port ?? process.env['PORT'];
const wanted = given === undefined || given === '' ? null : readPort(given);

ensureInstalled();
if (!ensureBuilt()) process.exit(1);
const server = await serve(wanted);
console.log(`Ninefold is running at ${server.url}\nPress Ctrl-C to stop.`);
if (!options['no-open']) open(server.url);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => server.close().then(() => process.exit(0)));
