import { expect, test } from 'vitest';
import unidentified from '../../specs/unidentified.txt?raw';
import { memoryHost } from '../../testing/process/memory-host.ts';
import { runCli } from './run.ts';

async function run(args: readonly string[], text: string, typed?: readonly string[]) {
  const host = memoryHost({ 'x.md': text }, false, typed);
  const code = await runCli(['ask', 'x.md', ...args], host, '');
  return Object.assign(host, { code });
}

test('shows the most important question, the reason for it, and the choices', async () => {
  const { code, output, written } = await run([], unidentified);
  expect(output).toMatch(/^1\. What does the product keep records of\? \[section 3\]\n {3}Screens, states/);
  expect(output).toContain('     1  Add these: Names, separated by commas (tickets, customers)\n');
  expect(output).toContain('     2  Nothing\n          It keeps no records.\n');
  expect(output).toMatch(/x\.md: \d+ questions\. Answer with --answer 1=NUMBER/);
  expect(written.size).toBe(0);
  expect(code).toBe(0);
});

test('--answer writes to the document and shows the next question', async () => {
  const { code, output, text } = await run(['--answer', '1=tickets', '--answer', '2=Helpdesk'], unidentified);
  expect(text('x.md')).toContain('### Ticket\n');
  expect(text('x.md')).toContain('# Specification: Helpdesk\n');
  expect(output).toContain('Written: What does the product keep records of?\n');
  expect(output).toContain('1. What do you record about each ticket, besides its name?');
  expect(code).toBe(0);
  const chosen = await run(['--answer', '1=2'], unidentified);
  expect(chosen.text('x.md')).toContain('It keeps no records.');
  const both = await run(['--answer', '1=1: tickets'], unidentified);
  expect(both.text('x.md')).toContain('### Ticket\n');
});

test('prints the public shape as JSON', async () => {
  const { output } = await run(['--format', 'json'], unidentified);
  const { file, questions } = JSON.parse(output);
  expect(file).toBe('x.md');
  expect(questions[0]).toEqual({
    number: 1,
    id: 'records',
    section: 3,
    line: 13,
    column: 1,
    question: 'What does the product keep records of?',
    why: expect.any(String),
    dependents: 8,
    choices: [
      { label: 'Add these', blank: { name: 'names', prompt: 'Names, separated by commas', example: 'tickets, customers' } },
      { label: 'Nothing', edits: [{ line: 15, column: 1, endLine: 15, endColumn: 38, insert: 'It keeps no records.' }] },
    ],
  });
});

test.each<[readonly string[], RegExp]>([
  [['--answer', 'tickets'], /Write an answer as the question number/],
  [['--answer', '99=1'], /There is no question 99: the document has \d+ questions\./],
  [['--answer', '1=9'], /Answer with a number from 1 to 2, or in words/],
  [['--answer', '1=1'], /Names, separated by commas, such as “tickets, customers”/],
  [['--answer', '1=¡!'], /use letters/],
  [['--answer', '1=tickets', '--answer', '1=tickets'], /no longer open/],
  [['--answer'], /--answer needs a value/],
  [['y.md'], /Name exactly one document/],
])('misused: %j', async (args, said) => {
  const { code, errors, output, written } = await run(args, unidentified);
  expect(errors).toMatch(said);
  expect(output).toBe('');
  // If one answer is invalid, none is written.
  expect(written.size).toBe(0);
  expect(code).toBe(2);
});

test('on a terminal, writes each answer immediately; an empty line skips the question', async () => {
  const { code, output, text } = await run([], unidentified, ['1', 'tickets', '', 'me', 'subject, priority (low / high)']);
  expect(output).toContain('Names, separated by commas (tickets, customers): tickets\n');
  expect(text('x.md')).toContain('### Ticket\n');
  // The fields were skipped; the next question is who uses the product.
  expect(output).toContain('Who uses the product?');
  expect(text('x.md')).toContain('| Sign in with | email, password |');
  expect(output).toMatch(/\d+ questions left open\.\n$/);
  expect(code).toBe(0);
});

test('on a terminal, until no question is left', async () => {
  const { output, text } = await run([], unidentified, ['2', 'Hello', 'It says hello.', ...Array.from({ length: 20 }, () => '1')]);
  expect(text('x.md')).toContain('# Specification: Hello\n');
  expect(output).toMatch(/No questions left\.\n$/);
});

test('a text that is no specification', async () => {
  const { code, errors } = await run([], 'Call me Ishmael.');
  expect(errors).toContain('not a specification');
  expect(code).toBe(1);
});
