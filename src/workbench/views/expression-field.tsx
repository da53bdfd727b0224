import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { TextEdit } from '../../base/text-edit.ts';
import { writeCell } from '../../check/asking/write.ts';
import type { Draft, DraftAnswers } from '../../language/draft.ts';
import type { Model, Placed } from '../../model/model.ts';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { CompletingField, type Offer, type Typed } from '../../ui/form/completing-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { Services } from '../editor/language/editor-language.ts';
import { writtenCode } from './code-cell.ts';

/** Where an expression is written: the document, and the edits that write it. */
export interface ExpressionPlace {
  readonly model: Model;
  /** Returns the edits of the model's text that write a cell or a bullet. */
  readonly write: (words: string) => readonly TextEdit[];
  /** Converts the typed text for the document; by default, code gets backticks. */
  readonly written?: (typed: string) => string;
  /** Whether only code is allowed, without keywords such as `yes` or `unique`. */
  readonly onlyCode?: boolean;
}

/** Returns the place for a cell in the row of a fact. */
export const expressionCell = (model: Model, { span }: Placed, header: string): ExpressionPlace => ({
  model,
  write: (words) => writeCell(model, span, header, words),
});

/** The typed text, and the model at that time. */
interface Asked {
  readonly model: Model;
  readonly draft: Draft;
  /** Whether completions were requested explicitly, not by typing. */
  readonly isWanted: boolean;
}

/**
 * An input for an expression or an action, with completions as in the text and a reading in plain
 * English below it.
 */
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
  // Deferred, so that reading the document with the typed text does not slow down typing.
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
  // The reading does not apply to a text that was restored or changed otherwise.
  const reads = asked?.draft.typed === value ? (answers?.reads ?? null) : null;
  return (
    <Field
      label={hidesLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
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

/** The maximum number of completions; people don't look through more. */
const mostOffers = 50;

/**
 * Returns completions that begin like the word at the caret. Unless explicitly requested, offers
 * nothing for a complete word or no word, except after a dot or an opening quote.
 */
function offersOf({ span, items }: DraftAnswers, value: string, caret: number, isWanted: boolean): readonly Offer[] {
  const word = value.slice(span.from, caret);
  // The completions belong to an earlier word.
  if (caret < span.from || !/^[\p{L}\p{N}_ ]*$/u.test(word)) return [];
  const isBegun =
    word.trim() === '' ? /\.$|^[^"]*(?:"[^"]*"[^"]*)*"$/.test(value.slice(0, span.from)) : items.every(({ label }) => label !== word);
  if (!isWanted && !isBegun) return [];
  const begins = items.filter(({ label }) => label.toLowerCase().startsWith(word.toLowerCase()));
  return [...begins.filter(({ label }) => label.startsWith(word)), ...begins.filter(({ label }) => !label.startsWith(word))]
    .slice(0, mostOffers)
    .map(({ label, detail, insert = label }) => ({ label, detail, from: span.from, to: caret, insert }));
}
