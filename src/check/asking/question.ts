import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import type { Model } from '../../model/model.ts';
import { lazy } from '../analysis/lazy.ts';
import type { Survey } from '../analysis/survey.ts';

/** Something that the document leaves to be decided. */
export interface Question {
  /** Stays the same while other questions are answered: `stages Ticket`. */
  readonly id: string;
  /** 1 to 9. */
  readonly section: number;
  readonly span: Span;
  readonly question: string;
  /** What follows while the question is open. */
  readonly why: string;
  /** How many sections build on the answer; the more, the earlier the question comes. */
  readonly dependents: number;
  readonly choices: readonly Choice[];
}

export type Choice =
  | { readonly label: string; readonly edits: readonly TextEdit[] }
  /** Something has to be said in words first. */
  | { readonly label: string; readonly blank: Blank; write(answer: string): Answer };

export interface Blank {
  readonly name: string;
  readonly prompt: string;
  /** What an answer looks like. */
  readonly example: string;
}

/** The edits that write an answer down, or what cannot be taken in it and what to say instead. */
export type Answer = { readonly ok: true; readonly edits: readonly TextEdit[] } | { readonly ok: false; readonly problem: string };

/** A choice whose edits cost something: they are made when someone looks at them. */
export function choiceLater(label: string, make: () => readonly TextEdit[]): Choice {
  const edits = lazy(make);
  return {
    label,
    get edits() {
      return edits();
    },
  };
}

export const wrote = (edits: readonly TextEdit[]): Answer => ({ ok: true, edits });
export const cannot = (problem: string): Answer => ({ ok: false, problem });

export interface Asking {
  readonly model: Model;
  readonly survey: Survey;
  /** What the questions of the kinds before offer to write. */
  readonly offered: ReadonlySet<unknown>;
}

/** One kind of question; the name is that of its file. */
export interface QuestionKind {
  readonly name: string;
  ask(asking: Asking): Question[];
}
