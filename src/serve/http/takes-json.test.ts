import { expect, test } from 'vitest';
import { takesJson } from './takes-json.ts';

test('JSON is accepted without an Accept header, or where its best range allows it', () => {
  const taken = [undefined, '', '*/*', 'application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/*'];
  const browsers = ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html, */*;q=0.1'];
  const kinds = ['application/problem+json', 'application/vnd.api+json', 'text/plain, application/json;q=0.5', 'application/json, */*;q=0'];
  for (const accept of [...taken, ...browsers, ...kinds]) expect(takesJson(accept), accept).toBe(true);
  for (const accept of ['text/html', 'application/xml', 'image/*', 'application/json;q=0', '*/*;q=0', 'application/json;q=0, */*'])
    expect(takesJson(accept), accept).toBe(false);
});
