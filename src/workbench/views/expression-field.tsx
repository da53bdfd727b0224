import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { TextEdit } from '../../base/text-edit.ts';
import { writeCell } from '../../check/asking/write.ts';
import type { Draft, DraftAnswers } from '../../language/draft.ts';
import type { Model, Placed } from '../../model/model.ts';
import { Unseen } from '../../ui/display/unseen.tsx';
import { CompletingField, type Offer, type Typed } from '../../ui/form/completing-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { Services } from '../editor/language/editor-language.ts';
import { writtenCode } from './code-cell.ts';

/** Where an expression is written: the document, and the edits that write it there. */
export interface ExpressionPlace {
  readonly model: Model;
  /** The edits of the model's text that write a cell or a bullet. */
  readonly write: (words: string) => readonly TextEdit[];
  /** What was typed, as the text holds it; left out: code gets its backticks. */
  readonly written?: (typed: string) => string;
  /** Code is all that can be there: no words such as `yes` or `unique`. */
  readonly onlyCode?: boolean;
}

/** A cell of the row that a fact points to. */
export const expressionCell = (model: Model, { span }: Placed, header: string): ExpressionPlace => ({
  model,
  write: (words) => writeCell(model, span, header, words),
});

/** What is typed, with the document as it was then. */
interface Asked {
  readonly model: Model;
  readonly draft: Draft;
  /** By keys, not by typing. */
  readonly isWanted: boolean;
}

/** An expression or an action: completed like in the text, and read in plain English below it. */
export function ExpressionField({
  label,
  hidesLabel = false,
  description,
  error,
  place,
  value,
  onValue,
  ...rest
}: {
  readonly label: string;
  readonly hidesLabel?: boolean;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly place: ExpressionPlace;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly name?: string;
}) {
  const [services, setServices] = useState<Services | 'failed' | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  // Reading the document with what is typed waits for the letters.
  const settled = useDeferredValue(asked);
  const answers = useMemo(
    () => (settled === null || services === null || services === 'failed' ? null : services.answersFor(settled.model, settled.draft)),
    [settled, services],
  );
  const load = (): void => {
    if (services !== null && services !== 'failed') return;
    import('../editor/language/services.ts').then(setServices, () => setServices('failed'));
  };
  const ask = ({ value: typed, caret }: Typed, isWanted: boolean): void => {
    const { write, written = writtenCode, onlyCode = false } = place;
    const ways = (words: string) => [...new Set(onlyCode ? [written(words)] : [written(words), words.trim()])].map(write);
    setAsked({ model: place.model, draft: { typed, caret, ways }, isWanted });
  };
  const caret = asked?.draft.caret ?? value.length;
  // What was taken back, or written in another way, is not what was read.
  const reads = asked?.draft.typed === value ? (answers?.reads ?? null) : null;
  return (
    <Field
      label={hidesLabel ? <Unseen>{label}</Unseen> : label}
      error={error}
      description={services === 'failed' ? 'Completions didn’t load.' : reads !== null ? <Reading>{reads}</Reading> : description}
    >
      <CompletingField
        {...rest}
        value={value}
        onTyped={(typed) => {
          load();
          ask(typed, false);
          if (typed.value === value) return;
          onValue(typed.value);
          setIsOpen(true);
        }}
        offers={asked === null || answers === null ? [] : offersOf(answers, value, caret, asked.isWanted)}
        isOpen={isOpen}
        onOpen={(open) => {
          if (open) {
            load();
            ask({ value, caret }, true);
          }
          setIsOpen(open);
        }}
        onBlur={() => {
          setAsked(null);
          rest.onBlur?.();
        }}
      />
    </Field>
  );
}

const Reading = ({ children }: { readonly children: ReactNode }) => <span data-reads>Reads: {children}</span>;

/** The most that a person looks through. */
const mostOffers = 50;

/**
 * What begins like the word at the caret. Unless it is wanted, nothing for a word that is whole,
 * and for none, save behind a dot and an opening quote.
 */
function offersOf({ span, items }: DraftAnswers, value: string, caret: number, isWanted: boolean): readonly Offer[] {
  const word = value.slice(span.from, caret);
  // The answers are to an earlier word.
  if (caret < span.from || !/^[\p{L}\p{N}_ ]*$/u.test(word)) return [];
  const isBegun =
    word.trim() === '' ? /\.$|^[^"]*(?:"[^"]*"[^"]*)*"$/.test(value.slice(0, span.from)) : items.every(({ label }) => label !== word);
  if (!isWanted && !isBegun) return [];
  const begins = items.filter(({ label }) => label.toLowerCase().startsWith(word.toLowerCase()));
  return [...begins.filter(({ label }) => label.startsWith(word)), ...begins.filter(({ label }) => !label.startsWith(word))]
    .slice(0, mostOffers)
    .map(({ label, detail, insert = label }) => ({ label, detail, from: span.from, to: caret, insert }));
}
