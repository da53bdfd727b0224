import { readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { openapi, openapiDocument } from './openapi.ts';

const folder = new URL('../../../specs/', import.meta.url);
const specs = readdirSync(folder).filter((name) => /\.(md|txt)$/.test(name));
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

test.each(specs)('%s becomes a valid document', async (name) => {
  const exported = openapi.export(readModel(text(name)));
  const losses = exported.losses.map(({ message }) => message);
  const document = JSON.parse(openapi.withLosses(exported.text ?? '', losses)) as Record<string, unknown>;
  expect(document['x-losses'] ?? []).toEqual(losses);
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
});

describe('helpdesk', () => {
  const document = openapiDocument(readModel(text('helpdesk.md'))) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, never>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };

  test('parameters have the type of the field that they are compared with', () => {
    expect(document.paths['/api/tickets']?.['get']).toMatchObject({
      operationId: 'getApiTickets',
      parameters: [
        { name: 'status', in: 'query', schema: { type: expect.anything(), enum: expect.arrayContaining(['open', 'resolved']) } },
        { name: 'limit', schema: { type: 'integer', default: 20, minimum: 0, maximum: 1000 } },
        { name: 'offset', schema: { type: 'integer', default: 0, minimum: 0 } },
      ],
      responses: { 200: { content: { 'application/json': { schema: { type: 'object', required: ['tickets', 'total'] } } } } },
    });
  });

  test('bodies, errors and roles', () => {
    expect(document.paths['/api/tickets']?.['post']).toMatchObject({
      requestBody: { required: true, content: { 'application/json': { schema: { required: ['subject'], additionalProperties: false } } } },
      responses: { 201: {}, 401: {}, 422: { description: expect.stringContaining('SUBJECT_EMPTY') } },
    });
    expect(document.components.schemas['TicketView']).toMatchObject({ type: 'object', properties: { number: { type: 'integer' } } });
    expect(JSON.stringify(document.components.schemas)).not.toContain('password');
  });
});

test('what OpenAPI cannot express is reported', () => {
  const { losses } = openapi.export(readModel(text('helpdesk.md')));
  expect(losses.map((loss) => loss.message)).toContainEqual(expect.stringMatching(/^Who may do “Ticket: create”/));
});

test('a response gives a file with its name, and a request takes it by its id', () => {
  const written =
    '# Specification: Files\n\n## 3. Entities\n\n### Job\n\n| Field | Type |\n|---|---|\n| photo | image |\n| papers | list of file |\n';
  const { paths } = openapiDocument(readModel(written)) as { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  const id = { description: expect.stringContaining('PUT /~/file/NAME') };
  expect(paths['/api/jobs']?.['post']).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { properties: { photo: id, papers: { items: id } } } } } },
  });
});
