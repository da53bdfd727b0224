import { acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory, redo, undo } from '@codemirror/commands';
import { codeFolding, foldedRanges, foldGutter, foldKeymap, unfoldEffect } from '@codemirror/language';
import { lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type StateEffect, Transaction } from '@codemirror/state';
import {
  type Command,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import type { Finding, Fix } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import type { Model } from '../../model/model.ts';
import { difference } from '../../syntax/common-ends.ts';
import { type EditorCommand, plainCommands } from './commands.ts';
import { diagnosticsOf } from './finding-marks.ts';
import { flash, flashField } from './flash.ts';
import { EditorLanguage, type Services } from './language/editor-language.ts';
import { languageCommands, languageExtension } from './language/extension.ts';
import { setTokens } from './language/highlight.ts';
import { lineShapes } from './line-shapes.ts';
import { foldSections, markdown } from './markdown.ts';
import { type RowMark, rowMarks, setRowMarks } from './row-marks.ts';
import { tableGrids } from './table/grids.ts';
import { tableKeys } from './table/keys.ts';
import { pasteCells } from './table/paste.ts';
import { tableBar } from './table/toolbar.ts';
import { editorTheme } from './theme.ts';
import type { Versions } from './versions.ts';

/** The editor of one document, outside React: a keystroke renders only itself. */
export interface TextEditor {
  /** Put it where it is to be seen. */
  readonly element: HTMLElement;
  readonly versions: Versions;
  text(): string;
  /** Where the cursor is in the present text. */
  cursor(): number;
  /**
   * Makes the text this one, changing only what differs; one step of undo, unless another tab wrote
   * it: undo covers one’s own typing.
   */
  replace(text: string, by?: 'another tab'): void;
  /**
   * Does edits of an older version; false when the text has moved on under them. Then selects a
   * place of the new text, or lights up what has changed: `'show'` without the focus, `'go'` with
   * it.
   */
  apply(version: number, edits: readonly TextEdit[], then?: Span | 'show' | 'go'): boolean;
  /**
   * Shows a place of an older version: scrolled to, lit for a moment, and with the cursor when
   * `focus`.
   */
  reveal(version: number, place: Span, focus: boolean): void;
  /** What was made of a version of the text. */
  show(version: number, model: Model, findings: readonly Finding[]): void;
  /** What came of the rows of scenarios; places are in that version. */
  mark(version: number, rows: readonly RowMark[]): void;
  setWrap(wrap: boolean): void;
  /** Whether tables are grids while the cursor is elsewhere. */
  setGrids(grids: boolean): void;
  focus(): void;
  /** Goes to the next finding (or, backwards, the one before). */
  nextFinding(backwards: boolean): void;
  undo(): void;
  redo(): void;
  /** Does at the cursor what a key or a button of the editor does, which gets the focus. */
  run(command: EditorCommand): void;
  destroy(): void;
}

export interface TextEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly wrap: boolean;
  readonly grids: boolean;
  /** Comes when it is first needed. */
  readonly services: () => Promise<Services>;
  /** After every change, a person's or ours. Must be quick: it is on the keystroke. */
  readonly onChange: () => void;
  /** Escape: the person wants out by keyboard. */
  readonly onLeave: () => void;
  readonly onFix: (fix: Fix) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Completions that are on their way or have only just come take no key yet. Tab then does nothing,
 * for it must not move the focus out of the text.
 */
const awaitCompletion: Command = (view) => completionStatus(view.state) !== null;

export function createTextEditor(options: TextEditorOptions, versions: Versions): TextEditor {
  const wrapping = new Compartment();
  const gridding = new Compartment();
  const language = new EditorLanguage(options.services);
  /** Of the present text, as far as it has been read. */
  let findings: readonly Finding[] = [];
  let turn = 0;
  let ended = false;
  let fade: ReturnType<typeof setTimeout> | undefined;

  const show = (place: Span, focus: boolean): void => reveal(place, focus);
  const inLanguage = languageCommands({ language, show, findings: () => findings, apply: options.onFix });
  const commands: Readonly<Record<EditorCommand, Command>> = { ...plainCommands, ...inLanguage };

  const extensions: Extension[] = [
    // Line breaks that are not LF throughout stay what they are, and offsets are those of the text.
    options.text.includes('\r') ? EditorState.lineSeparator.of('\n') : [],
    lineNumbers(),
    lintGutter(),
    foldGutter({ openText: '▾', closedText: '▸' }),
    highlightSpecialChars(),
    history(),
    codeFolding(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    markdown,
    foldSections,
    rowMarks,
    lineShapes,
    gridding.of(options.grids ? tableGrids : []),
    flashField,
    pasteCells,
    tableBar,
    editorTheme,
    closeBrackets(),
    languageExtension(language, show, inLanguage),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches({ minSelectionLength: 3 }),
    search({ top: true }),
    wrapping.of(options.wrap ? EditorView.lineWrapping : []),
    placeholder('# Specification: …'),
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      tabindex: '0',
      spellcheck: 'false',
      autocorrect: 'off',
      autocapitalize: 'off',
    }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      versions.changed(update.changes.desc);
      options.onChange();
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      // Before the next cell of a table.
      { key: 'Tab', run: acceptCompletion },
      ...tableKeys,
      { key: 'Tab', run: awaitCompletion },
      ...searchKeymap,
      { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
      ...lintKeymap.filter(({ key }) => key !== 'F8'),
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
      {
        key: 'Escape',
        run: () => {
          options.onLeave();
          return true;
        },
      },
    ]),
  ];

  const view = new EditorView({ state: EditorState.create({ doc: options.text, extensions }) });

  /** What is folded over a place is opened. */
  const unfold = (from: number, to: number): StateEffect<unknown>[] => {
    const effects: StateEffect<unknown>[] = [];
    foldedRanges(view.state).between(from, to, (start, end) => void effects.push(unfoldEffect.of({ from: start, to: end })));
    return effects;
  };

  const reveal = (place: Span, focus: boolean): void => {
    const { length } = view.state.doc;
    const from = Math.min(place.from, length);
    const to = Math.min(place.to, length);
    clearTimeout(fade);
    fade = setTimeout(() => view.dispatch({ effects: flash.of(null) }), 2000);
    view.dispatch({
      ...(focus ? { selection: { anchor: from } } : {}),
      effects: [...unfold(from, to), EditorView.scrollIntoView(from, { y: 'center' }), flash.of({ from, to, turn: turn++ })],
    });
    if (focus) view.focus();
  };

  return {
    element: view.dom,
    versions,
    text: () => view.state.sliceDoc(),
    cursor: () => view.state.selection.main.head,
    replace(text, by) {
      const change = difference(view.state.sliceDoc(), text);
      const annotations = by === undefined ? isolateHistory.of('full') : Transaction.addToHistory.of(false);
      if (change) view.dispatch({ changes: change, annotations, userEvent: 'input.replace' });
    },
    apply(version, edits, then) {
      const mapped = versions.mapEdits(version, edits);
      if (!mapped) return false;
      const [first] = mapped;
      // Undo comes back to where the change was, not to where the cursor was.
      if (typeof then === 'string' && first) view.dispatch({ selection: { anchor: first.from } });
      view.dispatch({
        changes: mapped.map(({ from, to, insert }) => ({ from, to, insert })),
        annotations: isolateHistory.of('full'),
        userEvent: 'input.fix',
      });
      if (typeof then === 'string') reveal(changedPlace(mapped), then === 'go');
      else if (then) {
        view.dispatch({
          selection: { anchor: then.from, head: then.to },
          effects: [...unfold(then.from, then.to), EditorView.scrollIntoView(then.from, { y: 'center' })],
        });
        view.focus();
      }
      return true;
    },
    reveal: (version, place, focus) => reveal(versions.map(version, place), focus),
    show(version, model, found) {
      const now = (span: Span): Span => (version === versions.current ? span : versions.map(version, span));
      if (version === versions.current) language.know(view.state.doc, model);
      findings = version === versions.current ? found : found.map((finding) => ({ ...finding, span: now(finding.span) }));
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(findings, view.state.doc.length, options.onFix)));
      void language.services().then(({ semanticTokens }) => {
        const tokens = semanticTokens(model);
        if (!ended) view.dispatch({ effects: setTokens.of(tokens.map((token) => ({ ...token, span: now(token.span) }))) });
      }, options.onFailure);
    },
    mark(version, rows) {
      view.dispatch({
        effects: setRowMarks.of(rows.map((row) => ({ ...row, at: versions.map(version, { from: row.at, to: row.at }).from }))),
      });
    },
    setWrap(wrap) {
      view.dispatch({ effects: wrapping.reconfigure(wrap ? EditorView.lineWrapping : []) });
    },
    setGrids(grids) {
      view.dispatch({ effects: gridding.reconfigure(grids ? tableGrids : []) });
    },
    focus: () => view.focus(),
    nextFinding(backwards) {
      view.focus();
      (backwards ? previousDiagnostic : nextDiagnostic)(view);
    },
    undo: () => void undo(view),
    redo: () => void redo(view),
    run(command) {
      view.focus();
      commands[command](view);
    },
    destroy() {
      ended = true;
      clearTimeout(fade);
      view.destroy();
    },
  };
}

/**
 * Where the first of the edits is in the text after it, without the line break that a new row
 * begins with.
 */
function changedPlace(edits: readonly TextEdit[]): Span {
  const first = edits.reduce((one, other) => (other.from < one.from ? other : one), edits[0] ?? { from: 0, to: 0, insert: '' });
  const lead = /^[\r\n]*/.exec(first.insert)?.[0].length ?? 0;
  return { from: first.from + lead, to: first.from + first.insert.length };
}
