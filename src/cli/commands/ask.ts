import { LineIndex } from '../../base/position.ts';
import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import type { Answer, Choice, Question } from '../../check/asking/question.ts';
import { questionsOf } from '../../check/questions-of.ts';
import { readModel } from '../../model/read.ts';
import { readArguments } from '../arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments, writeDocument } from '../documents.ts';
import { editsJson } from '../formats/json.ts';
import type { Machine } from '../machine.ts';
import { misused } from '../misused.ts';
import { harmless, type Paint, paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';

export const ask: Command = {
  ...described.ask,
  async run(args, host) {
    const read = readArguments(args, { format: ['text', 'json'], answer: 'many' });
    if (!read.ok) return misused(read.problem, ask, host);
    if (read.names.length > 1) return misused('Name exactly one document: its questions are numbered.', ask, host);
    const documents = await readDocuments(read.names, host);
    const [document] = documents ?? [];
    if (document === undefined) return 2;
    const answers = read.many['answer'] ?? [];
    const asJson = read.options['format'] === 'json';
    if (!readModel(document.text).recognised) {
      host.writeError(`${document.file}: not a specification. Run “ninefold check” for details.\n`);
      return 1;
    }
    if (answers.length > 0) return answerAll(document, answers, asJson, host);
    if (host.interactive && !asJson) return interview(document, host);
    host.write(asJson ? toJson(document.file, document.text) : toText(document.file, document.text, paint(host.color)));
    return 0;
  },
};

/**
 * Writes answers by number. All numbers refer to the questions as printed before. Writes either all
 * answers or none.
 */
async function answerAll(document: Document, answers: readonly string[], asJson: boolean, host: Machine): Promise<ExitCode> {
  const before = questionsOf(readModel(document.text));
  let text = document.text;
  const lines: string[] = [];
  for (const answer of answers) {
    const [, number, words] = /^(\d{1,6})=(.*)$/s.exec(answer) ?? [];
    if (number === undefined || words === undefined)
      return misused(
        `Write an answer as the question number, “=” and the answer: --answer 1="tickets, customers", not “${answer}”.`,
        ask,
        host,
      );
    const target = before[Number(number) - 1];
    if (target === undefined)
      return misused(
        `There is no question ${number}: the document has ${before.length === 0 ? 'none' : plural(before.length, 'question')}.`,
        ask,
        host,
      );
    const question = questionsOf(readModel(text)).find(({ id }) => id === target.id);
    if (question === undefined) return misused(`Question ${number} is no longer open: another answer settled it.`, ask, host);
    const written = answerTo(question, words);
    if (!written.ok) return misused(`${question.question} ${written.problem}`, ask, host);
    text = applyEdits(text, written.edits);
    lines.push(question.question);
  }
  if (!(await writeDocument(document, text, host))) return 2;
  if (asJson) host.write(toJson(document.file, text));
  else {
    const paints = paint(host.color);
    host.write(`${lines.map((one) => `${paints.good('Written:')} ${harmless(one)}\n`).join('')}\n${toText(document.file, text, paints)}`);
  }
  return 0;
}

/**
 * Parses an answer: `2` is the second choice, `2: text` the second choice with this text. Anything
 * else is the text of the first choice that needs one.
 */
function answerTo({ choices }: Question, words: string): Answer {
  const asking = choices.find((choice) => 'blank' in choice);
  const [, number, rest] = /^\s*(\d{1,3})\s*(?::\s*(.*))?$/s.exec(words) ?? [];
  // If the only choice needs a text, a plain number is that text.
  const chosen = choices.length === 1 && asking !== undefined && rest === undefined ? undefined : choices[Number(number) - 1];
  if (chosen !== undefined) return take(chosen, rest ?? null);
  if (asking !== undefined && number === undefined) return asking.write(words);
  if (asking !== undefined && choices.length === 1) return asking.write(words);
  return {
    ok: false,
    problem: `Answer with ${choices.length === 1 ? '1' : `a number from 1 to ${choices.length}`}${asking === undefined ? '' : ', or in words'}.`,
  };
}

function take(choice: Choice, words: string | null): Answer {
  if ('edits' in choice) return { ok: true, edits: choice.edits };
  if (words === null) return { ok: false, problem: `${choice.blank.prompt}, such as “${choice.blank.example}”.` };
  return choice.write(words);
}

/**
 * Asks one question after another and writes each answer immediately. An empty line postpones a
 * question.
 */
async function interview(document: Document, host: Machine): Promise<ExitCode> {
  const paints = paint(host.color);
  let current = document;
  const later = new Set<string>();
  host.write('Press Enter to skip a question, Ctrl-D to stop.\n');
  for (;;) {
    const open = questionsOf(readModel(current.text));
    const question = open.find(({ id }) => !later.has(id));
    if (question === undefined) {
      host.write(`\n${open.length === 0 ? 'No questions left' : `${plural(open.length, 'question')} skipped`}.\n`);
      return 0;
    }
    host.write(`\n${questionText(question, null, paints)}`);
    const written = await promptForAnswer(question, host);
    if (written === 'end') {
      host.write(`\n${plural(open.length, 'question')} left open.\n`);
      return 0;
    }
    if (written === 'later') later.add(question.id);
    else {
      const text = applyEdits(current.text, written);
      if (!(await writeDocument(current, text, host))) return 2;
      current = { ...current, text, bytes: encode(current, text) };
    }
  }
}

/** Repeats the prompt until the answer is valid. */
async function promptForAnswer(question: Question, host: Machine): Promise<readonly TextEdit[] | 'later' | 'end'> {
  for (;;) {
    const line = await host.readLine('> ');
    if (line === null) return 'end';
    if (line.trim() === '') return 'later';
    let written = answerTo(question, line);
    const chosen = /^\s*(\d{1,3})\s*$/.exec(line);
    const choice = chosen === null ? undefined : question.choices[Number(chosen[1]) - 1];
    if (!written.ok && choice !== undefined && 'blank' in choice) {
      const words = await host.readLine(`${choice.blank.prompt} (${choice.blank.example}): `);
      if (words === null) return 'end';
      written = choice.write(words);
    }
    if (written.ok) return written.edits;
    host.write(`${harmless(written.problem)}\n`);
  }
}

/** Encodes a text as it is written to the disk, with its byte order mark. */
function encode({ bytes }: Document, text: string): Uint8Array {
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\ufeff' : '';
  return new TextEncoder().encode(mark + text);
}

/** The public shape: see docs/formats.md. */
function toJson(file: string, text: string): string {
  const lines = new LineIndex(text);
  const questions = questionsOf(readModel(text)).map(({ id, section, span, question, why, dependents, choices }, index) => ({
    number: index + 1,
    id,
    section,
    ...lines.position(span.from),
    question,
    why,
    dependents,
    choices: choices.map((choice) =>
      'edits' in choice ? { label: choice.label, edits: editsJson(lines, choice.edits) } : { label: choice.label, blank: choice.blank },
    ),
  }));
  return `${JSON.stringify({ file, questions }, null, 2)}\n`;
}

function toText(file: string, text: string, paints: Paint): string {
  const questions = questionsOf(readModel(text));
  const name = paints.bold(harmless(file));
  if (questions.length === 0) return `${name}: ${paints.good('no questions left')}\n`;
  const all = questions.map((question, index) => questionText(question, index + 1, paints)).join('\n');
  const how = `Answer with --answer 1=NUMBER, or --answer 1="TEXT" where the choice takes text.`;
  return `${all}\n${name}: ${plural(questions.length, 'question')}. ${how}\n`;
}

function questionText({ section, question, why, choices }: Question, number: number | null, paints: Paint): string {
  const head = `${number === null ? '' : `${number}. `}${paints.bold(harmless(question))} ${paints.faint(`[section ${section}]`)}\n`;
  const list = choices.map((choice, index) => {
    const label = `     ${index + 1}  ${harmless(choice.label)}`;
    if ('edits' in choice) return `${label}\n${paints.faint(preview(choice.edits))}`;
    return `${label}: ${harmless(choice.blank.prompt)} ${paints.faint(`(${harmless(choice.blank.example)})`)}\n`;
  });
  return `${head}   ${harmless(why)}\n${list.join('')}`;
}

/** The maximum number of lines that are shown of what a choice writes. */
const most = 4;

function preview(edits: readonly TextEdit[]): string {
  const lines = edits.flatMap(({ insert }) => insert.split(/\r?\n/)).filter((line) => line.trim() !== '');
  const shown = lines.slice(0, most).map((line) => `          ${harmless(line.length > 100 ? `${line.slice(0, 100)}…` : line)}\n`);
  return `${shown.join('')}${lines.length > most ? `          … and ${plural(lines.length - most, 'line')} more\n` : ''}`;
}
