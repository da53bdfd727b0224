import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'oxc-parser';
import { closedFolders, layers, nodeFolders, packageOwners, platformFile, registryFolders } from './layers.ts';

export interface SourceFile {
  /** Relative to the repository's root, with forward slashes: `src/base/span.ts`. */
  readonly path: string;
  readonly text: string;
}

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly rule: 'layer' | 'circle' | 'missing-file' | 'inner-index' | 'node' | 'package' | 'module-state' | 'clock' | 'syntax';
  readonly message: string;
}

interface Reference {
  readonly request: string;
  readonly offset: number;
  /** Only referenced by address (a worker's `new URL`), so it cannot close a circle of modules. */
  readonly byAddress: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const layerOf = (path: string): string | null => /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(item, see);
    } else if (isNode(value)) visit(value, see);
  }
}

const text = (node: unknown): string | null =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;
const named = (node: unknown, name: string): boolean => isNode(node) && node.type === 'Identifier' && node['name'] === name;
const member = (node: unknown, object: string, property: string): boolean =>
  isNode(node) && node.type === 'MemberExpression' && named(node['object'], object) && named(node['property'], property);
const noArguments = (node: Node): boolean => (node['arguments'] as unknown[]).length === 0;

function referencesOf(program: Node): Reference[] {
  const found: Reference[] = [];
  const add = (source: unknown, byAddress = false): void => {
    const request = text(source);
    if (request !== null) found.push({ request, offset: (source as Node).start, byAddress });
  };
  visit(program, (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
      case 'TSImportType':
        add(node['source']);
        break;
      case 'NewExpression':
        // `new URL('./worker.ts', import.meta.url)`; only paths of our own modules count.
        if (named(node['callee'], 'URL')) {
          const first = (node['arguments'] as unknown[])[0];
          if (/^\.{1,2}\/.*\.tsx?$/.test(text(first) ?? '')) add(first, true);
        }
        break;
    }
  });
  return found;
}

interface Trouble {
  readonly offset: number;
  readonly rule: Violation['rule'];
  readonly message: string;
}

/**
 * Finds module-level `let` and `var`, and collections that start empty: two open documents would
 * share that state.
 */
function moduleState(program: Node): Trouble[] {
  const found: Trouble[] = [];
  for (const statement of program['body'] as Node[]) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
    if (!isNode(declaration) || declaration.type !== 'VariableDeclaration' || declaration['declare'] === true) continue;
    if (declaration['kind'] !== 'const') {
      const message = `module-level \`${declaration['kind']}\`: several documents are open at once, so put state into an object that a function creates`;
      found.push({ offset: declaration.start, rule: 'module-state', message });
      continue;
    }
    for (const { init } of declaration['declarations'] as { init: unknown }[]) {
      if (
        isNode(init) &&
        init.type === 'NewExpression' &&
        (named(init['callee'], 'Map') || named(init['callee'], 'Set')) &&
        noArguments(init)
      ) {
        const message = 'a module-level collection that starts empty is state, and several documents are open at once';
        found.push({ offset: init.start, rule: 'module-state', message });
      }
    }
  }
  return found;
}

/** Finds uses of the real clock and of real randomness. */
function clockUses(program: Node): Trouble[] {
  const found: Trouble[] = [];
  const add = (node: Node, what: string): void => {
    found.push({ offset: node.start, rule: 'clock', message: `only ${platformFile} may use ${what}: take a Platform as a parameter` });
  };
  visit(program, (node) => {
    if (member(node, 'Date', 'now')) add(node, 'Date.now');
    if (member(node, 'Math', 'random')) add(node, 'Math.random');
    if (member(node, 'crypto', 'randomUUID')) add(node, 'crypto.randomUUID');
    if (member(node, 'crypto', 'getRandomValues')) add(node, 'crypto.getRandomValues');
    if (node.type === 'NewExpression' && named(node['callee'], 'Date') && noArguments(node)) add(node, 'new Date() for the current time');
  });
  return found;
}

/** The violation of a single import, or null. `target`: the imported file; null for a package. */
function judge(from: string, request: string, target: string | null): Omit<Trouble, 'offset'> | null {
  const layer = layerOf(from);
  if (layer === null || isTest(from)) return null;
  if (target === null) {
    if (request.startsWith('node:') && !nodeFolders.some((folder) => from.startsWith(folder))) {
      return { rule: 'node', message: `${request} in ${layer}: only ${nodeFolders.join(', ')} may use Node` };
    }
    const owner = packageOwners.find(({ prefix }) => request.startsWith(prefix));
    if (owner && !owner.layers.includes(layer)) {
      return { rule: 'package', message: `${request} in ${layer}: it belongs to ${owner.layers.join(', ')}` };
    }
    return null;
  }
  const other = layerOf(target);
  if (other === null) {
    // A document imported as text is data, not code; so is the description of the notation.
    if (target.startsWith('specs/') || target === 'docs/notation.md') return null;
    return { rule: 'layer', message: `${from} imports ${target}: product code imports nothing outside src and specs but docs/notation.md` };
  }
  const allowed = layers[layer];
  if (!allowed) return { rule: 'layer', message: `src/${layer} is not a layer: add it to scripts/layers.ts, or move the file` };
  if (other !== layer && !allowed.includes(other)) {
    return { rule: 'layer', message: `${layer} may not import ${other} (${target}); it may import ${allowed.join(', ') || 'nothing'}` };
  }
  const closed = closedFolders.find((entry) => entry.layer === layer && target.startsWith(entry.folder));
  if (closed) return { rule: 'layer', message: `${layer} may not import ${target}: ${closed.folder} is closed to it` };
  return null;
}

/** The circles among files. Each is a list of paths that ends with its first one. */
function circles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  for (const root of [...edges.keys()].sort()) {
    // Depth first with an explicit stack; `path` leads from the root to the current file.
    const path: string[] = [];
    const onPath = new Set<string>();
    const stack: { file: string; next: number }[] = [];
    const enter = (file: string): void => {
      stack.push({ file, next: 0 });
      path.push(file);
      onPath.add(file);
    };
    if (!done.has(root)) enter(root);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const target = edges.get(top.file)?.[top.next++];
      if (target === undefined) {
        done.add(top.file);
        onPath.delete(top.file);
        path.pop();
        stack.pop();
      } else if (onPath.has(target)) found.push([...path.slice(path.indexOf(target)), target]);
      else if (!done.has(target)) enter(target);
    }
  }
  return found;
}

/**
 * Checks the imports of `files` (TypeScript of the repository). `exists`: whether another file that
 * they import, such as a style sheet or document, exists.
 */
export function checkImports(files: readonly SourceFile[], exists: (path: string) => boolean): Violation[] {
  const violations: Violation[] = [];
  const edges = new Map<string, string[]>();
  const lines = new Map<string, number>();
  const known = new Set(files.map((file) => file.path));

  for (const file of files) {
    const lineAt = (offset: number): number => file.text.slice(0, offset).split('\n').length;
    const add = ({ offset, rule, message }: Trouble): void =>
      void violations.push({ path: file.path, line: lineAt(offset), rule, message });
    const product = layerOf(file.path) !== null && !isTest(file.path);

    const parsed = parseSync(file.path, file.text);
    const error = parsed.errors[0];
    if (error) {
      add({ offset: error.labels[0]?.start ?? 0, rule: 'syntax', message: error.message });
      continue;
    }
    const program = parsed.program as unknown as Node;

    const folder = dirname(file.path).split('/').at(-1) ?? '';
    if (product && /\/index\.tsx?$/.test(file.path) && !registryFolders.includes(folder)) {
      add({ offset: 0, rule: 'inner-index', message: 'no inner index.ts except a registry: import the file that declares the name' });
    }
    if (product && file.path !== platformFile) for (const trouble of [...moduleState(program), ...clockUses(program)]) add(trouble);

    const targets: string[] = [];
    for (const { request, offset, byAddress } of referencesOf(program)) {
      const relative = request.startsWith('.');
      const target = relative ? normalize(join(dirname(file.path), request.replace(/\?.*$/, ''))) : null;
      if (target !== null && !known.has(target) && !exists(target)) {
        add({
          offset,
          rule: 'missing-file',
          message: `${request}: there is no ${target} (imports name the whole file, with its extension)`,
        });
        continue;
      }
      const trouble = judge(file.path, request, target);
      if (trouble) add({ offset, ...trouble });
      if (target !== null && known.has(target) && !byAddress) {
        targets.push(target);
        lines.set(`${file.path}>${target}`, lineAt(offset));
      }
    }
    edges.set(file.path, targets);
  }

  for (const circle of circles(edges)) {
    const path = circle[0] ?? '';
    const line = lines.get(`${path}>${circle[1]}`) ?? 1;
    violations.push({ path, line, rule: 'circle', message: `import cycle: ${circle.join(' -> ')}` });
  }
  return violations.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}
