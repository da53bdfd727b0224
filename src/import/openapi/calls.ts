import { own } from '../../base/own.ts';
import { ownErrors } from '../../model/own-words.ts';
import { isIdentifier } from '../../model/reading/cell-forms.ts';
import type { Draft, DraftCall } from '../draft.ts';
import { errorName, identifier } from '../names.ts';
import { oneLine } from '../write.ts';
import { type ApiDocument, isNode, listAt, type Node, nodeAt, textAt } from './document.ts';
import type { ApiEntities } from './entities.ts';
import { inferAction } from './infer.ts';
import { takesPattern } from './takes.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Error names by status, used if the description of a response names no error. */
const statusNames = new Map([
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [402, 'PAYMENT_REQUIRED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [406, 'NOT_ACCEPTABLE'],
  [408, 'REQUEST_TIMEOUT'],
  [409, 'CONFLICT'],
  [410, 'GONE'],
  [412, 'PRECONDITION_FAILED'],
  [413, 'TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [422, 'INVALID'],
  [429, 'TOO_MANY_REQUESTS'],
  [500, 'FAILED'],
  [503, 'UNAVAILABLE'],
]);

export function readCalls(api: ApiDocument, entities: ApiEntities, draft: Draft): void {
  const base = api.isSwagger ? textAt(api.root, 'basePath').replace(/\/$/, '') : '';
  for (const [path, given] of Object.entries(nodeAt(api.root, 'paths'))) {
    const item = api.resolved(given);
    for (const [method, operation] of Object.entries(item)) {
      const at = `paths.${path}.${method}`;
      if (methods.includes(method) && isNode(operation))
        draft.calls.push(readCall(api, entities, draft, { method, path: base + path, at, item, operation }));
      else if (method !== 'parameters') api.reportLoss(at, `“${method}” was not carried over.`);
    }
  }
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly at: string;
  readonly item: Node;
  readonly operation: Node;
}

function readCall(api: ApiDocument, entities: ApiEntities, draft: Draft, { method, path, at, item, operation }: Operation): DraftCall {
  const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].map((one) => api.resolved(one));
  // Path parameters must be identifiers. Different names that become the same identifier are
  // numbered.
  const names: string[] = [];
  const address = path.replaceAll(/[\s`|?#]/g, '').replaceAll(/\{([^{}]*)\}/g, (_, words: string) => {
    let name = words === 'id' ? 'id' : identifier(words, 'parameter');
    while (names.includes(name)) name = `${name}2`;
    names.push(name);
    return `:${name}`;
  });
  for (const parameter of parameters) {
    const place = `${at}.parameters.${textAt(parameter, 'name')}`;
    if (['header', 'cookie'].includes(textAt(parameter, 'in')))
      api.reportLoss(place, `A parameter in the ${textAt(parameter, 'in')} was not carried over.`);
    if (!['body', 'formData'].includes(textAt(parameter, 'in')))
      api.reportUnread(parameter, place, ['name', 'in', 'required', 'schema', 'type', 'format', 'default', 'description', 'items']);
  }
  const query = parameters.flatMap((parameter) => {
    const name = textAt(parameter, 'name');
    if (textAt(parameter, 'in') !== 'query') return [];
    if (!isIdentifier(name) || names.includes(name)) {
      api.reportLoss(`${at}.parameters.${name}`, 'The parameter has no name that an expression could use: it was not carried over.');
      return [];
    }
    names.push(name);
    const schema = api.isSwagger ? parameter : api.resolved(own(parameter, 'schema'));
    const standard = own(schema, 'default');
    const isPlain = ['number', 'boolean', 'string'].includes(typeof standard) && /^[^\s`|&?=]*$/.test(String(standard));
    return [isPlain ? `${name}=${String(standard)}` : name];
  });
  const body = bodySchema(api, operation, parameters, at);
  const takes = body === null ? null : takesPattern(api, body, `${at}.body`, (node) => entities.about(node)?.isList === false);
  if (body !== null && takes === null) api.reportLoss(`${at}.body`, 'A body that is not an object with keys was not carried over.');
  const { status, schema, errors } = readResponses(api, draft, operation, at);
  const inferred = inferAction(entities, {
    method,
    address,
    path,
    query,
    takes: takes?.keys ?? [],
    body,
    answer: schema,
    taken: [...names, ...(takes?.keys ?? [])],
  });
  if (inferred === null) api.reportLoss(at, 'What the call does cannot be told from its description: it is not shown.');
  if (schema !== null && (inferred === null || inferred.returns === ''))
    api.reportLoss(`${at}.responses`, 'What the call returns was not carried over.');
  const carried = ['parameters', 'requestBody', 'responses', 'summary', 'description', 'operationId', 'consumes', 'produces'];
  api.reportUnread(operation, at, carried);
  if (own(operation, 'operationId') !== undefined)
    api.reportLoss(
      `${at}.operationId`,
      `The name ${textAt(operation, 'operationId')} was not carried over: a call is named by its method and path.`,
    );
  return {
    call: `${method.toUpperCase()} ${address === '' ? '/' : address}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    takes: takes?.pattern ?? '',
    does: inferred?.does ?? '',
    returns: `${status}${status === 204 || inferred === null || inferred.returns === '' ? '' : ` \`${inferred.returns}\``}`,
    errors: [...new Set(errors)],
    description: oneLine(textAt(operation, 'summary') || textAt(operation, 'description')),
  };
}

const isJson = (type: string): boolean => /\bjson\b|^\*\/\*$/.test(type);

function bodySchema(api: ApiDocument, operation: Node, parameters: readonly Node[], at: string): Node | null {
  const inBody = parameters.find((parameter) => textAt(parameter, 'in') === 'body');
  if (inBody !== undefined) return nodeAt(inBody, 'schema');
  const fields = parameters.filter((parameter) => textAt(parameter, 'in') === 'formData');
  if (fields.length > 0) {
    api.reportLoss(`${at}.parameters`, 'Fields of a form are taken as JSON.');
    return {
      properties: Object.fromEntries(fields.map((field) => [textAt(field, 'name'), field])),
      required: fields.filter((field) => own(field, 'required') === true).map((field) => textAt(field, 'name')),
    };
  }
  const request = api.resolved(own(operation, 'requestBody'));
  const types = Object.entries(nodeAt(request, 'content'));
  if (types.length === 0) return null;
  const [chosen = '', media] = types.find(([type]) => isJson(type)) ?? types[0] ?? [];
  for (const [type] of types) if (type !== chosen) api.reportLoss(`${at}.requestBody.${type}`, `The body as ${type} was not carried over.`);
  if (!isJson(chosen)) api.reportLoss(`${at}.requestBody.${chosen}`, `A body of the type ${chosen} is taken as JSON.`);
  if (isNode(media)) api.reportUnread(media, `${at}.requestBody.${chosen}`, ['schema']);
  return nodeAt(media, 'schema');
}

function readResponses(
  api: ApiDocument,
  draft: Draft,
  operation: Node,
  at: string,
): { status: number; schema: Node | null; errors: string[] } {
  let status = 0;
  let schema: Node | null = null;
  const errors: string[] = [];
  for (const [code, given] of Object.entries(nodeAt(operation, 'responses'))) {
    const place = `${at}.responses.${code}`;
    const response = api.resolved(given);
    const number = Number(code);
    api.reportUnread(response, place, ['description', 'content', 'schema']);
    if (number >= 200 && number < 300) {
      if (status !== 0) {
        api.reportLoss(place, 'A call has one status of success: this one was not carried over.');
        continue;
      }
      status = number;
      const types = Object.entries(nodeAt(response, 'content'));
      const [chosen, media] = types.find(([type]) => isJson(type)) ?? [];
      for (const [type] of types) if (type !== chosen) api.reportLoss(`${place}.${type}`, `The answer as ${type} was not carried over.`);
      if (isNode(media)) api.reportUnread(media, `${place}.${chosen}`, ['schema']);
      const found = api.isSwagger ? own(response, 'schema') : own(isNode(media) ? media : {}, 'schema');
      schema = isNode(found) ? found : null;
    } else if (number >= 400 && number < 600) errors.push(...readErrors(api, draft, number, textAt(response, 'description'), place));
    else api.reportLoss(place, 'This answer was not carried over.');
  }
  return { status: status === 0 ? 200 : status, schema, errors };
}

/**
 * Reads errors from a description: `SUBJECT_EMPTY: Say what it is. · TOO_LONG: …` names several;
 * any other text is the message of one error.
 */
function readErrors(api: ApiDocument, draft: Draft, status: number, description: string, place: string): string[] {
  const parts = description.split(' · ').map((part) => /^([A-Z][A-Z0-9_]+): (.*)$/s.exec(part));
  const named = parts.every((part) => part !== null)
    ? parts.map((part) => [part?.[1] ?? '', part?.[2] ?? ''])
    : [[statusNames.get(status) ?? errorName(`status ${status}`, 'FAILED'), description]];
  return named.map(([name = '', words = '']) => {
    const known = ownErrors.find((one) => one.name === name);
    const before = draft.errors.find((one) => one.name === name);
    const message = oneLine(words) || name;
    if (known === undefined && before === undefined) draft.errors.push({ name, status, message });
    else if (words !== '' && words !== (known?.message ?? '') && message !== before?.message)
      api.reportLoss(place, `The words “${message}” of ${name} were not carried over.`);
    return name;
  });
}
