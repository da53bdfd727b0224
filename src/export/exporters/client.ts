import type { Model } from '../../model/model.ts';
import type { JsonSchema } from '../../model/types/json-schema.ts';
import { declarations } from '../code/declarations.ts';
import { keyText, objectText, typeText } from '../code/type-text.ts';
import { asComments, type Exported, type Exporter, oneLine } from '../exporter.ts';
import { lossesOf } from '../losses.ts';
import { openapiDocument } from './openapi.ts';

/** Exports a typed client for the calls of section 7, one function per call, based on fetch. */
export const client: Exporter = {
  name: 'client',
  summary: 'A typed TypeScript client for the calls, over fetch, without dependencies.',
  file: 'client.ts',
  withLosses: asComments('//'),
  export(model): Exported {
    const { paths, components } = openapiDocument(model) as Described;
    const { Problem: problem = {}, ...records } = components.schemas;
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => callText(method.toUpperCase(), path, operation)),
    );
    const token = model.account?.token ?? { header: 'Authorization', scheme: 'Bearer' };
    return {
      text: [
        `// A client for the calls of “${oneLine(model.name)}”.\n`,
        declarations(Object.entries(records)),
        declarations([['Problem', problem]]),
        runtime(token, model),
        `export class Client extends Caller {\n${calls.join('\n')}}\n`,
      ].join('\n'),
      losses: lossesOf(model, [
        ...(['people', 'scenarios', 'screens', 'computed fields', 'chosen records', 'examples', 'former names', 'transitions'] as const),
        ...(['rules', 'invariants', 'roles', 'permissions', 'services', 'errors', 'messages', 'constants'] as const),
      ]),
    };
  },
};

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: 'path' | 'query' | 'header'; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

function callText(method: string, path: string, { operationId, summary, parameters = [], requestBody, responses }: Operation): string {
  const named = (where: string) => parameters.filter((parameter) => parameter.in === where);
  const body = requestBody?.content['application/json']?.schema;
  const groups: [name: string, type: string, optional: boolean][] = [];
  const group = (name: string, where: string, optional: boolean): void => {
    const entries = named(where);
    if (entries.length === 0) return;
    const schema: JsonSchema = {
      properties: Object.fromEntries(entries.map((entry) => [entry.name, plain(entry.schema)])),
      required: optional ? [] : entries.map((entry) => entry.name),
    };
    groups.push([name, objectText(schema, '    '), optional]);
  };
  group('path', 'path', false);
  if (body !== undefined) groups.push(['body', typeText(body, '    '), requestBody?.required !== true]);
  group('headers', 'header', false);
  group('query', 'query', true);
  const inputs = groups.map(([name, type, optional]) => `${name}${optional ? '?' : ''}: ${type}`);
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const answer = success?.content?.['application/json']?.schema;
  const type = answer === undefined ? 'void' : typeText(answer, '  ');
  const given = groups.map(([name]) => name).join(', ');
  return [
    ...(summary === undefined ? [] : [`  /** ${oneLine(summary).replaceAll('*/', '* /')} */`]),
    `  ${operationKey(operationId)}(${inputs.length === 0 ? '' : `input: {\n${inputs.map((input) => `    readonly ${input};\n`).join('')}  }${groups.every(([, , optional]) => optional) ? ' = {}' : ''}`}): Promise<${type}> {`,
    `    return this.call<${type}>(${JSON.stringify(method)}, ${JSON.stringify(path)}, ${given === '' ? '{}' : 'input'});`,
    '  }\n',
  ].join('\n');
}

const operationKey = (id: string): string => (['call', 'constructor'].includes(id) ? `${id}_` : keyText(id));

/**
 * Parameters are written into the URL, so one without a type accepts any plain value. Null leaves
 * it out.
 */
const plain = (schema: JsonSchema): JsonSchema =>
  schema.enum !== undefined || schema.type !== undefined ? schema : { type: ['string', 'number', 'boolean'] };

const runtime = (
  { header, scheme }: { readonly header: string; readonly scheme: string },
  model: Model,
): string => `export interface Options {
  /** Where the product is served: \`https://example.com\`. */
  readonly url: string;
  /** Returns the token of the session. Called before each request. */
  readonly token?: () => string | null;
  readonly fetch?: typeof fetch;
}

/** A response with an error status. */
export class CallError extends Error {
  readonly status: number;
  /** The body: a Problem${model.errorBody === null ? '' : ', or in the product’s own form'}. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(\`The call was answered with \${status}.\`);
    this.status = status;
    this.body = body;
  }
}

interface Input {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
  readonly body?: unknown;
}

class Caller {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  protected async call<T>(method: string, path: string, { path: names = {}, query = {}, headers = {}, body }: Input): Promise<T> {
    const { url, token, fetch: send = fetch } = this.#options;
    const filled = Object.entries(names).reduce((text, [name, value]) => text.replace(\`{\${name}}\`, () => encodeURIComponent(String(value))), path);
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    const session = token?.() ?? null;
    const answer = await send(url.replace(/\\/$/, '') + filled + (search === '' ? '' : \`?\${search}\`), {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(session === null ? {} : { ${JSON.stringify(header)}: ${scheme === '' ? 'session' : `\`${scheme} \${session}\``} }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const parsed: unknown = /\\bjson\\b/.test(answer.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : text;
    if (!answer.ok) throw new CallError(answer.status, parsed);
    return (text === '' ? undefined : parsed) as T;
  }
}
`;
