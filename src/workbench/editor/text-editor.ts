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

/** The editor of one document, outside React, so that a keystroke re-renders nothing else. */
export interface TextEditor {
  /** The caller inserts it into the page. */
  readonly element: HTMLElement;
  readonly versions: Versions;
  text(): string;
  /** Returns the cursor's offset in the current text. */
  cursor(): number;
  /**
   * Replaces the text, changing only what differs, in one undo step. Text from another tab adds no
   * undo step, because undo covers only the person's own edits.
   */
  replace(text: string, by?: 'another tab'): void;
  /**
   * Applies edits that refer to an older version. Returns false if the text has changed there. Then
   * selects a range of the new text or highlights the change: `'show'` without moving the focus,
   * `'go'` with it.
   */
  apply(version: number, edits: readonly TextEdit[], then?: Span | 'show' | 'go'): boolean;
  /**
   * Scrolls to a range of an older version and highlights it briefly; moves the cursor there if
   * `focus`.
   */
  reveal(version: number, place: Span, focus: boolean): void;
  /** Shows the results for a version of the text. */
  show(version: number, model: Model, findings: readonly Finding[]): void;
  /** Shows the results of scenario rows; positions refer to that version. */
  mark(version: number, rows: readonly RowMark[]): void;
  setWrap(wrap: boolean): void;
  /** Whether tables are shown as grids while the cursor is elsewhere. */
  setGrids(grids: boolean): void;
  focus(): void;
  /** Goes to the next finding, or to the previous one if `backwards`. */
  nextFinding(backwards: boolean): void;
  undo(): void;
  redo(): void;
  /** Runs a command of the editor at the cursor and focuses the editor. */
  run(command: EditorCommand): void;
  destroy(): void;
}

export interface TextEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly wrap: boolean;
  readonly grids: boolean;
  /** Loads the language services on first use. */
  readonly services: () => Promise<Services>;
  /**
   * Called after every change, by the person or the program. Must be fast, because it runs on each
   * keystroke.
   */
  readonly onChange: () => void;
  /** Called on Escape: leaves the editor by keyboard. */
  readonly onLeave: () => void;
  readonly onFix: (fix: Fix) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Completions that are loading or have just appeared accept no key yet. Tab then does nothing,
 * because it must not move the focus out of the text.
 */
const awaitCompletion: Command = (view) => completionStatus(view.state) !== null;

export function createTextEditor(options: TextEditorOptions, versions: Versions): TextEditor {
  const wrapping = new Compartment();
  const gridding = new Compartment();
  const language = new EditorLanguage(options.services);
  /** Findings of the current text, as far as it has been checked. */
  let findings: readonly Finding[] = [];
  let turn = 0;
  let ended = false;
  let fade: ReturnType<typeof setTimeout> | undefined;

  const show = (place: Span, focus: boolean): void => reveal(place, focus);
  const inLanguage = languageCommands({ language, show, findings: () => findings, apply: options.onFix });
  const commands: Readonly<Record<EditorCommand, Command>> = { ...plainCommands, ...inLanguage };

  const extensions: Extension[] = [
    // Mixed line breaks stay unchanged, and offsets are those of the text.
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
      // Takes precedence over moving to the next cell of a table.
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

  /** Unfolds everything that hides the range. */
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
      // Undo returns the cursor to the change, not to its previous position.
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
 * Returns the range of the first edit in the new text, without the line break that starts a new
 * row.
 */
function changedPlace(edits: readonly TextEdit[]): Span {
  const first = edits.reduce((one, other) => (other.from < one.from ? other : one), edits[0] ?? { from: 0, to: 0, insert: '' });
  const lead = /^[\r\n]*/.exec(first.insert)?.[0].length ?? 0;
  return { from: first.from + lead, to: first.from + first.insert.length };
}
