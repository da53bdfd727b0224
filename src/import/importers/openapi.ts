import { addProse, emptyDraft, type ImportLoss, NotReadable } from '../draft.ts';
import type { Importer } from '../importer.ts';
import { Names } from '../names.ts';
import { readCalls } from '../openapi/calls.ts';
import { ApiDocument, isNode, nodeAt, textAt } from '../openapi/document.ts';
import { ApiEntities } from '../openapi/entities.ts';
import { parseData } from '../parse-data.ts';
import { proseLine } from '../write.ts';

/** Imports OpenAPI 3 and Swagger 2, as JSON or YAML. */
export const openapi: Importer = {
  name: 'openapi',
  summary: 'OpenAPI 3 or Swagger 2 (JSON, YAML): calls, the entities of their schemas, errors.',
  endings: ['json', 'yaml', 'yml'],
  recognises: (text) => /^\s*\{?\s*["']?(openapi|swagger)["']?\s*:/m.test(text.slice(0, 20_000)),
  async read(text, title) {
    const root = await parseData(text);
    if (!isNode(root)) throw new NotReadable('The file has no top-level “openapi” or “swagger” key.');
    const losses = new Map<string, ImportLoss>();
    const reportLoss = (where: string, message: string): void => void losses.set(`${where} ${message}`, { where, message });
    const api = new ApiDocument(root, reportLoss);
    const info = nodeAt(root, 'info');
    const draft = emptyDraft(textAt(info, 'title') || title);
    const names = new Names();
    const entities = new ApiEntities(api, draft, names);
    readCalls(api, entities, draft);
    if (textAt(info, 'description') !== '') addProse(draft, 1, proseLine(textAt(info, 'description')));
    api.reportUnread(info, 'info', ['title', 'description']);
    api.reportUnread(root, 'document', ['openapi', 'swagger', 'info', 'paths', 'components', 'definitions', 'basePath', 'x-losses']);
    api.reportUnread(nodeAt(root, 'components'), 'components', ['schemas', 'parameters', 'responses', 'requestBodies']);
    draft.losses.push(...losses.values());
    return draft;
  },
};
