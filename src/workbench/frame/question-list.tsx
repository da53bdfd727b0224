import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { TextEdit } from '../../base/text-edit.ts';
import type { Choice, Question } from '../../check/asking/question.ts';
import { difference } from '../../syntax/common-ends.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import type { Analysis } from '../analysis/analysis.ts';
import { shortNames } from '../analysis/section-names.ts';
import styles from './question-list.module.css';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

interface QuestionListProps {
  readonly analysis: Analysis;
  readonly questions: readonly Question[];
  /** The question that the person wants to answer now. */
  readonly asked: { readonly question: string } | null;
}

/**
 * Lists the open questions, those with the most dependents first. An answer is a text edit that can
 * be undone.
 */
export function QuestionList({ analysis, questions, asked }: QuestionListProps) {
  if (!analysis.model.recognised)
    return <p className={styles['empty']}>This text is not a specification yet: give it a title such as “# Specification: Helpdesk”.</p>;
  if (questions.length === 0) return <p className={styles['empty']}>No open questions</p>;
  return <Questions analysis={analysis} questions={questions} asked={asked} />;
}

function Questions({ analysis, questions, asked }: QuestionListProps) {
  const document = useOpenDocument();
  const list = useRef<HTMLOListElement>(null);
  const answered = useRef(false);
  // After an answer, focus the next question, for people who use the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the questions change
  useEffect(() => {
    if (!answered.current || window.document.activeElement !== window.document.body) return;
    answered.current = false;
    list.current?.querySelector<HTMLElement>('input, [data-choice]')?.focus();
  }, [questions]);
  useEffect(() => {
    if (asked === null) return;
    const entry = [...(list.current?.children ?? [])].find((child) => child.getAttribute('data-question') === asked.question);
    entry?.scrollIntoView({ block: 'nearest' });
    entry?.querySelector<HTMLElement>('input, [data-choice]')?.focus({ preventScroll: true });
    document.asked.set(null);
  }, [asked, document]);
  return (
    <ol ref={list} className={styles['list']}>
      {questions.map((question) => (
        <QuestionEntry
          key={question.id}
          analysis={analysis}
          question={question}
          onAnswer={() => {
            answered.current = true;
          }}
        />
      ))}
    </ol>
  );
}

function QuestionEntry({
  analysis,
  question,
  onAnswer,
}: {
  readonly analysis: Analysis;
  readonly question: Question;
  readonly onAnswer: () => void;
}) {
  const document = useOpenDocument();
  const workbench = useWorkbench();
  const title = useId();

  const write = (edits: readonly TextEdit[]): void => {
    const before = document.editor.text();
    if (!document.editor.apply(analysis.version, edits)) {
      workbench.say({ message: 'The text changed. The question will update in a moment.', tone: 'neutral' });
      return;
    }
    onAnswer();
    const written = difference(before, document.editor.text());
    if (written === null) return;
    const place = { from: written.from, to: written.from + written.insert.trimEnd().length };
    document.editor.reveal(document.editor.versions.current, place, false);
  };
  return (
    <li className={styles['question']} aria-labelledby={title} data-question={question.id}>
      <div className={styles['head']}>
        <span className={styles['words']} id={title}>
          {question.question}
        </span>
        <button
          type="button"
          className={styles['place']}
          onClick={() => {
            workbench.showPane('text');
            document.editor.reveal(analysis.version, question.span, true);
          }}
        >
          {question.section} {shortNames[question.section - 1]}
        </button>
      </div>
      <p className={styles['why']}>{question.why}</p>
      <Choices choices={question.choices} onWrite={write} />
    </li>
  );
}

type Plain = Extract<Choice, { readonly edits: readonly TextEdit[] }>;
type Asking = Exclude<Choice, Plain>;
type Write = (edits: readonly TextEdit[]) => void;

/** The answers to a question: press one, or type one. */
export function Choices({ choices, onWrite }: { readonly choices: readonly Choice[]; readonly onWrite: Write }) {
  return (
    <div className={styles['choices']}>
      {choices.map((choice) =>
        'blank' in choice ? (
          <BlankChoice key={choice.label} choice={choice} onWrite={onWrite} />
        ) : (
          <PlainChoice key={choice.label} choice={choice} onWrite={onWrite} />
        ),
      )}
    </div>
  );
}

/** The maximum number of lines previewed; the whole text appears in the document a moment later. */
const most = 8;

function PlainChoice({ choice, onWrite }: { readonly choice: Plain; readonly onWrite: Write }) {
  return (
    <Tooltip content={<Preview choice={choice} />}>
      <Button data-choice onClick={() => onWrite(choice.edits)}>
        {choice.label}
      </Button>
    </Tooltip>
  );
}

/**
 * A preview of what a choice would write. Rendered only on demand, because computing some edits is
 * slow.
 */
function Preview({ choice }: { readonly choice: Plain }) {
  const lines = choice.edits.flatMap(({ insert }) => insert.split(/\r?\n/)).filter((line) => line.trim() !== '');
  if (lines.length === 0) return <span>Deletes text</span>;
  const shown = lines.slice(0, most).map((line) => (line.length > 90 ? `${line.slice(0, 90)}…` : line));
  return <pre className={styles['preview']}>{[...shown, ...(lines.length > most ? ['…'] : [])].join('\n')}</pre>;
}

function BlankChoice({ choice, onWrite }: { readonly choice: Asking; readonly onWrite: Write }) {
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const note = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const answer =
      words.trim() === ''
        ? { ok: false as const, problem: `${choice.blank.prompt}, such as “${choice.blank.example}”.` }
        : choice.write(words);
    if (answer.ok) onWrite(answer.edits);
    else setProblem(answer.problem);
  };
  return (
    <form className={styles['blank']} onSubmit={submit} noValidate>
      <div className={styles['line']}>
        <TextField
          value={words}
          onValue={(value) => {
            setWords(value);
            setProblem(null);
          }}
          aria-label={choice.blank.prompt}
          aria-describedby={note}
          aria-invalid={problem !== null || undefined}
          placeholder={choice.blank.example}
        />
        <Button type="submit">{choice.label}</Button>
      </div>
      <span id={note} className={problem === null ? styles['prompt'] : styles['problem']} role={problem === null ? undefined : 'alert'}>
        {problem ?? choice.blank.prompt}
      </span>
    </form>
  );
}
