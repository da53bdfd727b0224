import { namedError } from '../../expression/action.ts';
import type { Type } from '../../expression/types/type.ts';
import { anyType } from '../../expression/types/type.ts';
import type { Call, TakesPattern } from '../../model/ast/calls.ts';
import { lineEntity, mostLines } from '../../model/lines.ts';
import { errorOf, fieldOf, notSignedIn, unknownTokenError } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { pageLimits } from '../../model/page-limits.ts';
import { recordLookup } from '../../model/record-lookup.ts';
import type { JsonSchema } from '../../model/types/json-schema.ts';
import { type Exported, type Exporter, jsonText, type Loss, underKey } from '../exporter.ts';
import { lossesOf } from '../losses.ts';
import { fieldSchema } from '../schema/field-schema.ts';
import { orNull } from '../schema/json-schema.ts';
import { RecordSchemas } from '../schema/record-schemas.ts';
import { typeSchema } from '../schema/type-schema.ts';

/**
 * Exports the calls of section 7 as OpenAPI 3.1.1 (https://spec.openapis.org/oas/v3.1.1):
 * parameters, bodies, responses and errors.
 */
export const openapi: Exporter = {
  name: 'openapi',
  summary: 'The calls as an OpenAPI 3.1 document.',
  file: 'openapi.json',
  withLosses: underKey('x-losses'),
  export(model): Exported {
    const text = jsonText(openapiDocument(model));
    return { text, losses: left(model, text) };
  },
};

const problemType = 'application/problem+json';

/** Returns the OpenAPI document as an object, which the service serves. */
export function openapiDocument(model: Model): object {
  const schemas = new RecordSchemas(model, '#/components/schemas/');
  const paths = new Map<string, Map<string, object>>();
  for (const call of model.calls) {
    const path = call.path.replace(/:([\w-]+)/g, '{$1}');
    const operations = paths.get(path) ?? new Map<string, object>();
    // If two calls have the same method and path, the first one handles the request.
    if (!operations.has(call.method.toLowerCase())) operations.set(call.method.toLowerCase(), operation(model, call, schemas));
    paths.set(path, operations);
  }
  const summary = model.sections[0]?.state === 'shown' ? `What the document “${model.name}” says in section 7.` : model.name;
  return {
    openapi: '3.1.1',
    info: { title: model.name, version: '1.0.0', description: summary },
    paths: Object.fromEntries([...paths].map(([path, operations]) => [path, Object.fromEntries(operations)])),
    components: {
      schemas: { ...Object.fromEntries(schemas.made), Problem: problemSchema },
      ...(model.account === null ? {} : { securitySchemes: { session: securityScheme(model) } }),
    },
  };
}

function operation(model: Model, call: Call, schemas: RecordSchemas): object {
  const typeOf = (name: string): Type => call.types.get(name) ?? anyType;
  const { limits, names: pages } = pageLimits(call);
  const schemaOf: SchemaOf = (name, each = null) => {
    if (each !== null) return { type: 'array', items: bodySchema(each, lineSchema(model, call, name)), maxItems: mostLines };
    const type = typeOf(name);
    if (type.kind === 'record') return { type: 'string', description: `The id of an existing ${type.entity}` };
    if (type.kind === 'file') return fileId;
    if (type.kind === 'list' && type.of.kind === 'file') return { type: 'array', items: fileId };
    const most = limits.get(name);
    return { ...typeSchema(type, schemas), ...(pages.has(name) && { minimum: 0 }), ...(most !== undefined && { maximum: most }) };
  };
  const parameters = [
    ...call.parameters.map(({ text }) => ({ name: text, in: 'path', required: true, schema: inText(schemaOf(text)) })),
    ...call.query.map(({ name, default: standard }) => ({
      name: name.text,
      in: 'query',
      required: false,
      schema:
        standard === null
          ? inText(schemaOf(name.text))
          : { ...inText(schemaOf(name.text)), default: defaultOf(standard, typeOf(name.text)) },
    })),
    ...(call.signed === null || call.signed.header === '' ? [] : [signatureHeader(call.signed.header)]),
  ];
  return {
    operationId: operationId(call),
    ...(call.does === null || call.does.source === '' ? {} : { summary: call.does.source.slice(0, 120) }),
    ...(call.roles.length === 0 ? {} : { description: `For ${call.roles.map((role) => role.text).join(', ')}.` }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(call.takes === null
      ? {}
      : {
          requestBody: { required: needsBody(call.takes), content: { 'application/json': { schema: bodySchema(call.takes, schemaOf) } } },
        }),
    responses: responses(model, call, schemas),
    ...(model.account === null || call.signed !== null
      ? {}
      : { security: call.roles.length === 0 ? [{}, { session: [] }] : [{ session: [] }] }),
  };
}

/**
 * The fields of one line in a list of lines that the call creates or updates along with a record.
 */
function lineSchema(model: Model, call: Call, list: string): SchemaOf {
  const entity = lineEntity(model, call, list);
  return (name) => {
    const field = entity === null ? undefined : fieldOf(model, entity, name);
    if (field === undefined) return name === 'id' ? { type: 'string' } : {};
    const schema = fieldSchema(model, field);
    return field.required || field.builtIn ? schema : orNull(schema);
  };
}

/** A file is uploaded by a request of its own and then referred to by its id. */
const fileId: JsonSchema = { type: 'string', description: 'The id of a file, as returned by PUT /~/file/NAME' };

/** The secret is agreed upon elsewhere; the description of a product does not even name it. */
const signatureHeader = (name: string): object => ({
  name,
  in: 'header',
  required: true,
  description: 'HMAC-SHA-256 of the body with the shared secret, in hex; may be prefixed with sha256=.',
  schema: { type: 'string', pattern: '^(sha256=)?[0-9a-fA-F]{64}$' },
});

/** Parameters in a URL are text, so a number needs no alternative as a string there. */
const inText = (schema: JsonSchema): JsonSchema =>
  Array.isArray(schema.type) && schema.type.includes('number') ? { ...schema, type: 'number' } : schema;

function defaultOf(text: string, type: Type): unknown {
  const number = type.kind === 'integer' || type.kind === 'decimal';
  return number && Number.isFinite(Number(text)) ? Number(text) : type.kind === 'boolean' ? text === 'true' : text;
}

const needsBody = (pattern: TakesPattern): boolean =>
  pattern.entries.some((entry) => !entry.optional && (entry.inside === null || needsBody(entry.inside)));

type SchemaOf = (name: string, each?: TakesPattern | null) => JsonSchema;

function bodySchema(pattern: TakesPattern, schemaOf: SchemaOf): JsonSchema {
  const required = pattern.entries.filter((entry) => !entry.optional && (entry.inside === null || needsBody(entry.inside)));
  return {
    type: 'object',
    properties: Object.fromEntries(
      pattern.entries.map((entry) => {
        const schema = entry.inside === null ? schemaOf(entry.key.text, entry.each) : bodySchema(entry.inside, schemaOf);
        return [entry.key.text, entry.optional && entry.inside === null ? orNull(schema) : schema];
      }),
    ),
    ...(required.length === 0 ? {} : { required: required.map((entry) => entry.key.text) }),
    additionalProperties: pattern.open,
  };
}

function responses(model: Model, call: Call, schemas: RecordSchemas): object {
  const body = call.returns?.body ?? null;
  const status = call.returns?.status ?? (body === null ? 204 : 200);
  const success =
    body === null
      ? { description: 'Done.' }
      : { description: 'Done.', content: { 'application/json': { schema: typeSchema(body.type, schemas) } } };
  const byStatus = new Map<number, Set<string>>();
  const add = (name: string): void => {
    const entry = errorOf(model, name);
    const known = entry?.status ?? 422;
    const words =
      entry === undefined
        ? name
        : `${name}: ${entry.message.map((part) => (part.kind === 'text' ? part.text : `{${part.name}}`)).join('')}`;
    byStatus.set(known, (byStatus.get(known) ?? new Set()).add(words));
  };
  for (const error of call.errors) add(error.text);
  if (call.signed !== null) add('UNAUTHORIZED');
  else if (call.roles.length > 0 || model.account !== null) {
    add(notSignedIn(model));
    add(unknownTokenError(model) ?? notSignedIn(model));
  }
  if (call.roles.length > 0 || (model.permissions !== null && (call.does?.steps.length ?? 0) > 0)) add('FORBIDDEN');
  for (const step of call.does?.steps ?? []) {
    const error = namedError(step);
    if (error !== null) add(error.text);
  }
  if (call.parameters.some(({ text }) => (recordLookup(call, text)?.error ?? null) === null)) add('NOT_FOUND');
  if (call.takes !== null || call.query.length > 0) add('INVALID');
  const content =
    model.errorBody === null
      ? { [problemType]: { schema: { $ref: '#/components/schemas/Problem' } } }
      : { 'application/json': { schema: typeSchema({ kind: 'map', entries: null, value: anyType }, schemas) } };
  const errors = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([code, words]) => [String(code), { description: [...words].join(' · '), content }]);
  return Object.fromEntries([
    [String(status), success],
    ...errors,
    ['default', { description: 'Anything else that went wrong.', content }],
  ]);
}

/** RFC 9457. */
const problemSchema: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string', description: 'The name of the error' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The message for users' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { error: { type: 'string' }, field: { type: 'string' }, message: { type: 'string' } },
        required: ['error', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status'],
};

function securityScheme(model: Model): object {
  const { header, scheme } = model.account?.token ?? { header: 'Authorization', scheme: 'Bearer' };
  if (header.toLowerCase() === 'authorization' && scheme.toLowerCase() === 'bearer') return { type: 'http', scheme: 'bearer' };
  return { type: 'apiKey', in: 'header', name: header, description: `\`${header}: ${scheme === '' ? '' : `${scheme} `}TOKEN\`` };
}

/**
 * Returns a unique id, since method and path together are unique: `GET /api/tickets/:number` →
 * `getApiTicketsByNumber`.
 */
export function operationId(call: Call): string {
  const words = call.path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) =>
      segment.startsWith(':')
        ? `By${capital(segment.slice(1))}`
        : segment
            .split(/[^\p{L}\p{N}]+/u)
            .map(capital)
            .join(''),
    );
  return `${call.method.toLowerCase()}${words.join('')}`;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What OpenAPI cannot express, and errors that no call responds with. */
const left = (model: Model, text: string): Loss[] => [
  ...lossesOf(
    model,
    [
      ...(['people', 'scenarios', 'screens', 'computed fields', 'chosen records', 'examples', 'former names', 'transitions'] as const),
      ...(['rules', 'invariants', 'roles', 'permissions', 'services', 'messages', 'constants'] as const),
    ],
    { permissions: 'OpenAPI knows scopes, not records', rules: 'it looks at what is kept, or at several values together' },
  ),
  ...model.errors
    .filter(({ name }) => !text.includes(name.text))
    .map(({ name, span }): Loss => ({ span, message: `The error ${name.text} is not exported: no call names it.` })),
];
