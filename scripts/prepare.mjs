// What must be there before anything of ours can run: Node, the packages, what is built of the
// sources. Only Node's own modules here: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const workbenchFolder = join(root, 'dist', 'workbench');
export const productFolder = join(root, 'dist', 'product');
const nodeFolder = join(root, 'dist', 'node');

/**
 * Ends the process with a clear message when Node is older than package.json asks for (`>=20.19`).
 */
export function requireNode() {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  console.error(`Ninefold needs Node ${wanted} or newer; this is ${process.versions.node}. See https://nodejs.org.`);
  process.exit(1);
}

/**
 * Whether node_modules holds what package-lock.json asks for, by the list that npm itself leaves in
 * node_modules when it has finished. So an interrupted installation counts as none.
 * @returns {boolean}
 */
export function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const has = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const wants = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wants).every(([path, wanted]) => {
    if (path === '') return true;
    // Packages for other machines are optional, and not installed here.
    const found = has[path];
    return found ? found.version === wanted.version : wanted.optional === true;
  });
}

/**
 * Runs a command quietly: its output is shown only when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [environment] besides our own
 * @returns {boolean} whether it succeeded
 */
function quietly(command, args, environment = {}) {
  const windows = process.platform === 'win32';
  const env = { ...process.env, ...environment };
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, shell: windows, env });
  if (result.status === 0) return true;
  console.error(result.stdout ?? '');
  console.error(result.stderr ?? '');
  if (result.error) console.error(result.error.message);
  return false;
}

/**
 * Installs the packages when they are missing or not those of package-lock.json; ends the process
 * when that fails.
 */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing packages (npm ci), about a minute the first time…');
  if (quietly('npm', ['ci', '--no-audit', '--no-fund'])) return;
  console.error(
    'Could not install the packages: npm ci failed (see above). It needs the npm registry or a mirror (npm config set registry …).',
  );
  process.exit(1);
}

/**
 * The time of the newest file under a path, 0 when there is none.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  let result = stats.mtimeMs;
  for (const name of readdirSync(path)) result = Math.max(result, newest(join(path, name)));
  return result;
}

/** @param {string} built @param {readonly string[]} sources */
const isNewer = (built, sources) => {
  const time = newest(built);
  return time > 0 && sources.every((source) => newest(join(root, source)) < time);
};

/**
 * Builds into its own folder, then puts it in place at once: who reads it meanwhile finds old
 * or new, never half.
 * @param {string} folder
 * @param {(fresh: string) => boolean} make
 * @returns {boolean}
 */
function buildInto(folder, make) {
  const fresh = join(root, 'dist', `.fresh-${process.pid}`);
  const old = join(root, 'dist', `.old-${process.pid}`);
  try {
    if (!make(fresh)) return false;
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(fresh, folder);
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * What we build is for use, also when a test asks for it: with the NODE_ENV of a test, React for
 * development would be in it.
 */
const forUse = { NODE_ENV: 'production' };

const settings = ['scripts/reached.mjs', 'tsconfig.base.json', 'package.json', 'package-lock.json'];

/**
 * Whether the built workbench is there and not older than what it is built from.
 * @returns {boolean}
 */
const isWorkbenchBuilt = () => isNewer(join(workbenchFolder, 'index.html'), ['src', 'specs', 'vite.config.ts', ...settings]);

/** @returns {boolean} */
export const buildWorkbench = () =>
  ensureProductBuilt() &&
  buildInto(workbenchFolder, (fresh) => {
    const built = quietly(
      process.execPath,
      [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--outDir', fresh, '--logLevel', 'warn'],
      forUse,
    );
    // What a published product is made of, for the workbench to fetch.
    if (built) cpSync(productFolder, join(fresh, 'product'), { recursive: true });
    return built;
  });

/** What runs in a built product. */
const productSources = ['base', 'syntax', 'expression', 'model', 'store', 'engine', 'ui', 'runtime'].map((layer) => `src/${layer}`);

/** @returns {boolean} */
const isProductBuilt = () => isNewer(join(productFolder, 'files.json'), [...productSources, 'scripts/build-product.mjs', ...settings]);

/** The runtime that `ninefold build` puts together with a document. @returns {boolean} */
export const buildProduct = () =>
  buildInto(productFolder, (fresh) => quietly(process.execPath, [join(root, 'scripts', 'build-product.mjs'), fresh], forUse));

/**
 * Builds the workbench when it is missing or old.
 * @returns {boolean} whether it is there and new
 */
export function ensureBuilt() {
  if (isWorkbenchBuilt()) return true;
  console.log('Building the workbench…');
  if (buildWorkbench()) return true;
  console.error('Could not build the workbench (see above).');
  return false;
}

/**
 * Builds the runtime of products when it is missing or old.
 * @returns {boolean} whether it is there and new
 */
export function ensureProductBuilt() {
  if (isProductBuilt()) return true;
  console.error('Building the product runtime (takes a few seconds)…');
  if (buildProduct()) return true;
  console.error('Could not build the product runtime (see above).');
  return false;
}

/** The layers that run in the browser only. */
const browserOnly = ['ui', 'runtime', 'workbench'];

/** Whether the built command is there and not older than its sources. @returns {boolean} */
function isNodeBuilt() {
  const layers = readdirSync(join(root, 'src')).filter((name) => !browserOnly.includes(name));
  return isNewer(join(nodeFolder, 'bin.js'), [...layers.map((name) => `src/${name}`), 'scripts/build-node.mjs', ...settings]);
}

const day = 24 * 60 * 60 * 1000;

/**
 * Builds what the command runs. Files replace the old ones one by one, so that a process that
 * starts meanwhile finds a whole build; the modules of older builds stay for a day, since a running
 * process may still load them.
 * @param {number} [keep] for how many milliseconds they stay
 * @returns {boolean}
 */
export function buildNode(keep = day) {
  const begun = Date.now();
  const fresh = join(root, 'dist', `.fresh-node-${process.pid}`);
  try {
    if (!quietly(process.execPath, [join(root, 'scripts', 'build-node.mjs'), fresh], forUse)) return false;
    // A source that changed while it was built is newer than the build.
    utimesSync(join(fresh, 'bin.js'), begun / 1000, begun / 1000);
    mkdirSync(join(nodeFolder, 'rules'), { recursive: true });
    const names = readdirSync(fresh, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(fresh, join(entry.parentPath, entry.name)));
    // The command's entry comes last: what it names is there by then.
    for (const name of [...names.filter((one) => one !== 'bin.js'), 'bin.js']) renameSync(join(fresh, name), join(nodeFolder, name));
    for (const name of readdirSync(nodeFolder)) {
      const path = join(nodeFolder, name);
      if (name.endsWith('.js') && !names.includes(name) && statSync(path).mtimeMs < begun - keep) rmSync(path, { force: true });
    }
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Builds what the command runs where it is missing or old.
 * @returns {boolean} whether it is there and new
 */
export function ensureNodeBuilt() {
  if (isNodeBuilt()) return true;
  console.error('Building the command (takes a few seconds)…');
  if (buildNode()) return true;
  console.error('Could not build the command (see above).');
  return false;
}

/** The types of what package.json exports. @returns {boolean} */
const buildTypes = () =>
  buildInto(join(root, 'dist', 'types'), (fresh) =>
    quietly(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.package.json', '--outDir', fresh]),
  );

/**
 * Builds what `npm pack` takes: nothing old is left in it.
 * @returns {boolean} whether it is there and new
 */
export const buildPackage = () => buildNode(0) && buildTypes() && ensureProductBuilt();
