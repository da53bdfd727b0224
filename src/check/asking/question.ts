import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import type { Model } from '../../model/model.ts';
import { lazy } from '../analysis/lazy.ts';
import type { ModelFacts } from '../analysis/survey.ts';

/** A decision that the document leaves open. */
export interface Question {
  /** Stable while other questions are answered: `stages Ticket`. */
  readonly id: string;
  /** 1 to 9. */
  readonly section: number;
  readonly span: Span;
  readonly question: string;
  /** The consequence while the question is open. */
  readonly why: string;
  /** How many sections depend on the answer. Questions with more dependents come first. */
  readonly dependents: number;
  readonly choices: readonly Choice[];
}

export type Choice =
  | { readonly label: string; readonly edits: readonly TextEdit[] }
  /** A choice that first needs an answer in words. */
  | { readonly label: string; readonly blank: Blank; write(answer: string): Answer };

export interface Blank {
  readonly name: string;
  readonly prompt: string;
  /** An example of an answer. */
  readonly example: string;
}

/**
 * The edits that write the answer into the document, or why it is not acceptable and what to write
 * instead.
 */
export type Answer = { readonly ok: true; readonly edits: readonly TextEdit[] } | { readonly ok: false; readonly problem: string };

/** A choice whose edits are expensive and therefore computed on first access. */
export function lazyChoice(label: string, make: () => readonly TextEdit[]): Choice {
  const edits = lazy(make);
  return {
    label,
    get edits() {
      return edits();
    },
  };
}

export const accepted = (edits: readonly TextEdit[]): Answer => ({ ok: true, edits });
export const rejected = (problem: string): Answer => ({ ok: false, problem });

export interface Asking {
  readonly model: Model;
  readonly survey: ModelFacts;
  /** The edits that earlier kinds of questions offer, to avoid asking twice. */
  readonly offered: ReadonlySet<unknown>;
}

/** One kind of question; `name` is that of its file. */
export interface QuestionKind {
  readonly name: string;
  ask(asking: Asking): Question[];
}
