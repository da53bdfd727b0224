import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { withFewExamples } from '../../../testing/few-examples.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { serveDocument } from '../../package/serve.ts';
import { client } from './client.ts';
import { gherkin } from './gherkin.ts';
import { exporters } from './index.ts';
import { mermaid } from './mermaid.ts';
import { sql } from './sql.ts';
import { typescript } from './typescript.ts';
import { xstate } from './xstate.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const specs = readdirSync(join(root, 'specs')).filter((name) => /\.(md|txt)$/.test(name));
const text = (name: string): string => withFewExamples(name, readFileSync(join(root, 'specs', name), 'utf8'));
const models = new Map(specs.map((name) => [name, readModel(text(name))]));
const modelOf = (name: string): Model => models.get(name) ?? readModel('');
const helpdesk = modelOf('helpdesk.md');

describe.each(exporters.filter(({ name }) => name !== 'citus'))('$name', (exporter) => {
  test.each(specs)('%s: every loss is in the file and has a place in the document', (name) => {
    const model = modelOf(name);
    const { text: written, losses } = exporter.export(model);
    const messages = losses.map(({ message }) => message);
    const whole = exporter.withLosses(written ?? '', messages);
    expect(written).not.toBeNull();
    for (const { span, message } of losses) {
      expect(span.to).toBeLessThanOrEqual(model.text.length);
      expect(whole).toContain(exporter.file.endsWith('.json') ? JSON.stringify(message) : message);
    }
  });

  test('no section of a document that uses everything is dropped silently', () => {
    const { text: written, losses } = exporter.export(helpdesk);
    // For one word of each section: the file contains it, or a loss names it.
    const words = ['Ana', 'Queue', 'Ticket', 'resolve', 'few tags', 'User: read', '/api/tickets', 'TOO_MANY_TAGS', 'REOPEN_WINDOW'];
    const all = `${written}\n${losses.map(({ message }) => message).join('\n')}`;
    for (const word of words) expect(all).toContain(word);
  });
});

test('SQL has the columns, references and values of the entities', () => {
  const written = sql.export(helpdesk).text ?? '';
  expect(written).toContain(`CREATE TYPE "Ticket.status" AS ENUM ('open', 'assigned', 'resolved', 'closed');`);
  expect(written).toContain('"email" nf_email NOT NULL UNIQUE');
  expect(written).toContain('ALTER TABLE "Comment" ADD FOREIGN KEY ("ticket") REFERENCES "Ticket" ("id") ON DELETE CASCADE;');
  expect(written).not.toContain('openTickets');
});

test('XState has guards as their source text and timers in milliseconds', () => {
  const machines = JSON.parse(xstate.export(helpdesk).text ?? '');
  expect(machines['Ticket.status']).toMatchObject({
    initial: 'open',
    states: {
      open: { on: { resolve: { target: 'resolved', guard: 'comments.exists(c, c.author.role != "customer")' } } },
      resolved: { after: { 1209600000: { target: 'closed' } } },
      closed: { type: 'final' },
    },
  });
});

test('Mermaid has a composite state for each machine, and no characters that would end a label', () => {
  const written = mermaid.export(helpdesk).text ?? '';
  expect(written).toMatch(/^stateDiagram-v2\n {2}state "Ticket\.status" as m1 \{\n {4}state "open" as m1s1\n/);
  expect(written).toContain('m1s3 --> m1s4 : after 1209600 s');
  for (const line of written.split('\n').filter((one) => one.includes(' : '))) expect(line.split(' : ')[1]).not.toMatch(/[{}:]/);
});

test('Gherkin has a step for each row and each expectation', () => {
  expect(gherkin.export(helpdesk).text).toContain(
    '    When Ana does assign t with {"assignee": Bo}\n    Then refused FORBIDDEN\n    When Mia does assign t with {"assignee": Bo}\n    Then t.status == "assigned" && t.assignee == Bo\n',
  );
});

describe('TypeScript', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-export-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the types and clients of all specs compile', { timeout: 60_000 }, () => {
    for (const name of specs) {
      writeFileSync(join(folder, `${name}.types.ts`), typescript.export(modelOf(name)).text ?? '');
      writeFileSync(join(folder, `${name}.client.ts`), client.export(modelOf(name)).text ?? '');
    }
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--noUncheckedIndexedAccess', '--module', 'nodenext', '--target', 'es2023'];
    const compiled = spawnSync(
      process.execPath,
      [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ...options, '--lib', 'es2023,dom', '--types', '', ...readdirSync(folder)],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(compiled.stdout).toBe('');
    expect(compiled.status).toBe(0);
  });

  test('the client calls a served product', async () => {
    const path = join(folder, 'helpdesk.md.client.ts');
    writeFileSync(path, client.export(helpdesk).text ?? '');
    // biome-ignore lint/suspicious/noExplicitAny: the exported code has no types here.
    const { Client, CallError } = (await import(path)) as any;
    const served = await serveDocument(text('helpdesk.md'), { examples: true });
    try {
      let token: string | null = null;
      const calls = new Client({ url: served.url, token: () => token });
      await expect(calls.getApiTickets()).rejects.toMatchObject({ status: 401 });
      token = (await calls.postApiSession({ body: { email: 'ana@example.com', password: 'correct-horse' } })).token;
      const made = await calls.postApiTickets({ body: { subject: 'Boiler is cold' } });
      expect(made).toMatchObject({ subject: 'Boiler is cold', status: 'open' });
      expect(await calls.getApiTickets({ query: { status: 'open', limit: 5 } })).toMatchObject({ total: 2 });
      const refused = calls.postApiTicketsByNumberResolve({ path: { number: made.number } });
      await expect(refused).rejects.toBeInstanceOf(CallError);
    } finally {
      await served.stop(1000);
    }
  });
});
