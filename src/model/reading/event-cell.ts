import type { Name } from '../ast/common.ts';
import { isFilled } from './cell-forms.ts';
import type { MachineDraft } from './drafts.ts';
import { misspeltForm } from './near-words.ts';
import { Phrase } from './phrase.ts';
import { type FormRow, parametersColumn } from './tables.ts';

/** What others write for no state at all: `(start)`, `[*]`, `–`. */
const isNoState = (text: string): boolean => /^(?:\((?:start|initial|none|new)\)|\[\*\]|[*∅–—-])?$/i.test(text);

/**
 * Whether the row is the start: its From is empty, not a hole. Without states every From is empty,
 * and the start is the row without an event.
 */
export const isStart = (row: FormRow, { field }: Pick<MachineDraft, 'field'>): boolean =>
  isNoState(row.first.text) && (field.text !== '' || (row.cell('Event')?.text ?? '') === '');

/**
 * The event of a row: its name and, in parentheses, its parameters. Null for `delete`, for timers,
 * and if there is none.
 */
export function eventOf(row: FormRow): { name: Name; parameters: Phrase | null } | null {
  const cell = row.cell('Event');
  if (!isFilled(cell)) return null;
  const phrase = Phrase.of(cell).plain();
  if (isTime(Phrase.of(cell)) || unmarkedTime(phrase) !== null || laterTime(phrase) !== null || /^delete$/i.test(phrase.text)) return null;
  if (isNearlyTime(phrase) || isChanged(phrase) || isRecurrence(phrase)) return null;
  const open = phrase.text.indexOf('(');
  if (open < 0) {
    const beside = row.cell(parametersColumn);
    return { name: phrase.name(), parameters: isFilled(beside) ? Phrase.of(beside).plain() : null };
  }
  const close = phrase.text.lastIndexOf(')');
  return { name: phrase.slice(0, open).name(), parameters: phrase.slice(open + 1, close > open ? close : phrase.text.length) };
}

/** Matches `after …` and `at …` followed by a code span or the name of a constant. */
export const isTime = (phrase: Phrase): RegExpExecArray | null => /^(after|at)\s+(?=`|[A-Z][A-Z0-9_]*$)/.exec(phrase.text);

/** Matches `14 days later` and `14 days`. */
export const laterTime = (phrase: Phrase): RegExpExecArray | null =>
  /^(?:in\s+)?(\d+\s+(?:minute|hour|day|week|month|year)s?)(?:\s+(?:later|after|afterwards))?$/i.exec(phrase.text);

/** Matches a timer without backticks: `after 14 days`, `after days(14)`; not `after care(note)`. */
export const unmarkedTime = (phrase: Phrase): RegExpExecArray | null =>
  /^(after(?=\s+\d)|(?:after|at)(?=\s+(?:second|minute|hour|day|week|month|date|time|datetime|timestamp)s?\())\s+/.exec(phrase.text);

/** Whether the event has the form `changed(rate, monthly)`. */
export const isChanged = (phrase: Phrase): boolean => /^changed\s*\(/.test(phrase.text);

/** Whether the event has the form `every month on `dueDay` at `time("08:00")``. */
export const isRecurrence = (phrase: Phrase): boolean => /^every\s/.test(phrase.text);

/**
 * Whether the text is a misspelt `after`, such as `aftr `days(1)``: an event's name has no code
 * span.
 */
export const isNearlyTime = (phrase: Phrase): boolean => {
  const near = misspeltForm(phrase.text, ['after']);
  return near !== null && /^\s+(?:`|[A-Z][A-Z0-9_]*$)/.test(phrase.text.slice(near.length));
};
