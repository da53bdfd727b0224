import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../../../base/text-edit.ts';
import { checkModel } from '../../../check/check.ts';
import { Labels } from '../../../model/labels.ts';
import type { Model } from '../../../model/model.ts';
import { readModel } from '../../../model/read.ts';
import { estimatedWidth } from '../diagram/figure.ts';
import { addEntity, addField, addRelation } from './entity-edits.ts';
import { entityGraph, fieldAt, shownFields } from './entity-graph.ts';
import { entityMistake, fieldMistake } from './field-words.ts';
import { setValueLook, valueLooks } from './value-edits.ts';

const entityOf = (model: Model, name: string) =>
  model.entities.find((entity) => entity.name.text === name) ?? expect.unreachable(`there is no ${name}`);
const model = readModel(helpdesk);

/** Returns the added lines and checks that all others are unchanged. */
function added(edits: Parameters<typeof applyEdits>[1], text = helpdesk): string[] {
  const lines = applyEdits(text, edits).split('\n');
  const old = text.split('\n');
  const fresh: string[] = [];
  let at = 0;
  for (const line of lines) {
    if (line === old[at]) at++;
    else fresh.push(line);
  }
  expect(at).toBe(old.length);
  return fresh;
}

const relation = { name: 'reviewer', to: 'User', many: false, required: false, onDelete: 'clear', back: '' } as const;

test('a field is one row after the others', () => {
  const edits = addField(model, entityOf(model, 'Comment'), { name: 'pinned', type: 'boolean', required: true });
  expect(added(edits)).toEqual(['| pinned | boolean | yes | | | |']);
});

test('a relation is one row, or two with the other side', () => {
  const comment = entityOf(model, 'Comment');
  expect(added(addRelation(model, comment, relation))).toEqual(['| reviewer | User on delete clear | | | | |']);
  const both = addRelation(model, comment, { ...relation, many: true, back: 'reviews' });
  expect(added(both).sort()).toEqual(['| reviewer | list of User | | | | |', '| reviews | list of Comment by reviewer | | | | | |']);
  const after = readModel(applyEdits(helpdesk, both));
  expect(checkModel(after).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a relation of an entity with itself has both rows in one table', () => {
  const edits = addRelation(model, entityOf(model, 'Comment'), {
    ...relation,
    name: 'answers',
    to: 'Comment',
    onDelete: 'restrict',
    back: 'replies',
  });
  expect(added(edits)).toEqual(['| answers | Comment | | | | |', '| replies | list of Comment by answers | | | | |']);
});

test('a new entity is added at the end of section 3, replacing a note that there is none', () => {
  expect(added(addEntity(model, 'Team')).filter((line) => line !== '')).toEqual([
    '### Team',
    '| Field | Type | Required | Unique | Default | Computed | Description |',
    '|---|---|---|---|---|---|---|',
    '| name | text | yes | | | | label |',
  ]);
  const bare = '# Specification: x\n\n## 3. Entities\n\nNot shown.\n';
  const after = applyEdits(bare, addEntity(readModel(bare), 'Team'));
  expect(after).not.toContain('Not shown');
  expect(shownFields(entityOf(readModel(after), 'Team')).map(({ name }) => name.text)).toEqual(['name']);
});

test('an entity whose fields are not shown gets a table in place of that note', () => {
  const bare = '# Specification: x\n\n## 3. Entities\n\n### Team\n\nNot shown.\n\n## 9. Constants\n';
  const read = readModel(bare);
  const after = applyEdits(bare, addField(read, entityOf(read, 'Team'), { name: 'size', type: 'integer', required: false }));
  expect(shownFields(entityOf(readModel(after), 'Team')).map(({ name }) => name.text)).toEqual(['size']);
  expect(after).not.toContain('Not shown');
  expect(after).toContain('| size | integer | | | | | |\n\n## 9. Constants');
});

test('lines show the cardinality on either side', () => {
  const { nodes, edges } = entityGraph(model.entities, new Set(), estimatedWidth);
  expect(nodes.map(({ id }) => id)).toEqual(['User', 'Ticket', 'Comment']);
  expect(edges.map(({ id, start, end }) => `${id} ${start} ${end}`)).toEqual([
    'Ticket.customer many one',
    'Ticket.assignee many maybe',
    'Comment.ticket many one',
    'Comment.author many one',
  ]);
});

test('each line of a figure is a field', () => {
  const comment = entityOf(model, 'Comment');
  expect(fieldAt(comment, 10)).toBeNull();
  expect(fieldAt(comment, 40)?.name.text).toBe('ticket');
  expect(fieldAt(comment, 34 + 22 * 2 + 5)?.name.text).toBe('body');
  expect(fieldAt(comment, 500)).toBeNull();
});

test('invalid names produce a message before anything is written', () => {
  const ticket = entityOf(model, 'Ticket');
  expect(fieldMistake(ticket, 'due date')).toMatch(/without spaces/);
  expect(fieldMistake(ticket, 'Subject')).toMatch(/already has a field “subject”/);
  expect(fieldMistake(ticket, 'weight')).toBeNull();
  expect(entityMistake(model, 'support ticket')).toMatch(/PascalCase/);
  expect(entityMistake(model, 'ticket')).toMatch(/PascalCase/);
  expect(entityMistake(model, 'Ticket')).toMatch(/already/);
  expect(entityMistake(model, 'Team')).toBeNull();
});

test('the label and the colour of a value are cells of the field’s table “Value”', () => {
  const priority = (of: Model) => entityOf(of, 'Ticket').byName.get('priority') ?? expect.unreachable('there is a priority');
  const text = applyEdits(helpdesk, setValueLook(model, priority(model), 'low', 'Label', 'Can wait'));
  const next = readModel(text);
  expect(new Labels(next.labels).value('Ticket', 'priority', 'low')).toBe('Can wait');
  expect(valueLooks(next, priority(next)).map(({ value }) => value)).toEqual(['low', 'normal', 'high']);
  const errors = (of: Model) => checkModel(of).filter(({ severity }) => severity === 'error');
  expect(errors(next)).toEqual([]);
  // Without a table, one is added at the end of the entity.
  const bare = readModel(
    '# Specification: X\n\n## 3. Entities\n\n### Thing\n\n| Field | Type |\n|---|---|\n| kind | enum a, b |\n\n### Other\n',
  );
  const kind = entityOf(bare, 'Thing').byName.get('kind') ?? expect.unreachable('there is a kind');
  const made = readModel(applyEdits(bare.tree.text, setValueLook(bare, kind, 'b', 'Colour', 'danger')));
  expect(new Labels(made.labels).colour('Thing', 'kind', 'b')).toBe('danger');
  expect(made.misreads).toEqual([]);
});
