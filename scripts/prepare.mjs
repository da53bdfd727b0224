// Prepares everything that our code needs: Node, the packages and the builds. Imports only Node's
// own modules, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const workbenchFolder = join(root, 'dist', 'workbench');
export const productFolder = join(root, 'dist', 'product');
const nodeFolder = join(root, 'dist', 'node');

/** Ends the process with a clear message if Node is older than package.json needs (`>=20.19`). */
export function requireNode() {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  console.error(`Ninefold needs Node ${wanted} or newer; this is ${process.versions.node}. See https://nodejs.org.`);
  process.exit(1);
}

/**
 * Whether node_modules has the packages of package-lock.json, by the list that npm writes there
 * once it has finished. An interrupted installation therefore counts as none.
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
 * Runs a command, and shows its output only if it fails.
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
 * Installs the packages if they are missing or differ from package-lock.json. Ends the process if
 * that fails.
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
 * The modification time of the newest file under a path; 0 if there is none.
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
 * Builds into a new folder and then swaps it in, so that readers see the old or the new build,
 * never half of one.
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
 * Builds are for production even if a test starts them: with the NODE_ENV of a test, they would
 * contain React for development.
 */
const forUse = { NODE_ENV: 'production' };

const settings = ['scripts/reached.mjs', 'tsconfig.base.json', 'package.json', 'package-lock.json'];

/**
 * Whether the built workbench exists and is newer than its sources.
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
    // The workbench fetches the runtime of products to publish one.
    if (built) cpSync(productFolder, join(fresh, 'product'), { recursive: true });
    return built;
  });

/** The sources of a built product. */
const productSources = ['base', 'syntax', 'expression', 'model', 'store', 'engine', 'ui', 'runtime'].map((layer) => `src/${layer}`);

/** @returns {boolean} */
const isProductBuilt = () => isNewer(join(productFolder, 'files.json'), [...productSources, 'scripts/build-product.mjs', ...settings]);

/** Builds the runtime that `ninefold build` combines with a document. @returns {boolean} */
export const buildProduct = () =>
  buildInto(productFolder, (fresh) => quietly(process.execPath, [join(root, 'scripts', 'build-product.mjs'), fresh], forUse));

/**
 * Builds the workbench if it is missing or outdated.
 * @returns {boolean} whether a current build exists
 */
export function ensureBuilt() {
  if (isWorkbenchBuilt()) return true;
  console.log('Building the workbench…');
  if (buildWorkbench()) return true;
  console.error('Could not build the workbench (see above).');
  return false;
}

/**
 * Builds the runtime of products if it is missing or outdated.
 * @returns {boolean} whether a current build exists
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

/** Whether the built command exists and is newer than its sources. @returns {boolean} */
function isNodeBuilt() {
  const layers = readdirSync(join(root, 'src')).filter((name) => !browserOnly.includes(name));
  return isNewer(join(nodeFolder, 'bin.js'), [...layers.map((name) => `src/${name}`), 'scripts/build-node.mjs', ...settings]);
}

const day = 24 * 60 * 60 * 1000;

/**
 * Deletes the modules of older builds of the command.
 * @param {number} keep how many milliseconds they stay
 */
function dropOlder(keep) {
  const { mtimeMs } = statSync(join(nodeFolder, 'bin.js'));
  for (const name of readdirSync(nodeFolder)) {
    const path = join(nodeFolder, name);
    if (name.endsWith('.js') && statSync(path).mtimeMs < mtimeMs - keep) rmSync(path, { force: true });
  }
}

/**
 * Builds the command. Files replace the old ones one by one, so that a process that starts
 * meanwhile finds a complete build; modules of older builds stay for a day, because a running
 * process may still load them.
 * @returns {boolean}
 */
export function buildNode() {
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
    // The command's entry comes last, because the files that it imports must exist by then.
    for (const name of [...names.filter((one) => one !== 'bin.js'), 'bin.js']) renameSync(join(fresh, name), join(nodeFolder, name));
    dropOlder(day);
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Builds the command if it is missing or outdated.
 * @returns {boolean} whether a current build exists
 */
export function ensureNodeBuilt() {
  if (isNodeBuilt()) return true;
  console.error('Building the command (takes a few seconds)…');
  if (buildNode()) return true;
  console.error('Could not build the command (see above).');
  return false;
}

const typesFolder = join(root, 'dist', 'types');
const mainTypes = join('package', 'main.d.ts');

/**
 * Builds the type declarations of package.json's exports if they are missing or outdated.
 * @returns {boolean} whether they are current
 */
function ensureTypesBuilt() {
  const begun = Date.now() / 1000;
  if (isNewer(join(typesFolder, mainTypes), ['src', 'tsconfig.package.json', ...settings])) return true;
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return buildInto(typesFolder, (fresh) => {
    if (!quietly(process.execPath, [compiler, '-p', 'tsconfig.package.json', '--outDir', fresh])) return false;
    // A source that changed while they were built is newer than they are.
    utimesSync(join(fresh, mainTypes), begun, begun);
    return true;
  });
}

/**
 * Builds what of the content of `npm pack` is outdated, and leaves no files of older builds.
 * @returns {boolean} whether a current build exists
 */
export function buildPackage() {
  if (!ensureNodeBuilt() || !ensureTypesBuilt() || !ensureProductBuilt()) return false;
  dropOlder(0);
  return true;
}
