import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, type Panel, showPanel } from '@codemirror/view';

interface Open {
  (view: EditorView): Panel;
  /** A brief message that disappears as soon as the person continues. */
  readonly passing?: boolean;
}

/**
 * Opens a panel of the language features (a list of places, a new name), replacing the open one;
 * null closes it.
 */
export const setPanel = StateEffect.define<Open | null>();

export const languagePanel = StateField.define<Open | null>({
  create: () => null,
  update(open, transaction) {
    const isStale = open?.passing === true && (transaction.docChanged || transaction.selection !== undefined);
    let next = isStale ? null : open;
    for (const effect of transaction.effects) if (effect.is(setPanel)) next = effect.value;
    return next;
  },
  provide: (field) => showPanel.from(field),
});

export function closePanel(view: EditorView): boolean {
  if (view.state.field(languagePanel, false) == null) return false;
  view.dispatch({ effects: setPanel.of(null) });
  view.focus();
  return true;
}

/** Creates an element with attributes and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export interface Choice {
  readonly label: string;
  readonly detail: string;
  choose(): void;
}

export interface ChoiceList {
  readonly title: string;
  readonly choices: readonly Choice[];
  /** The label of the filter input; absent: the list cannot be filtered. */
  readonly filter?: string;
  readonly empty: string;
  /** Keeps the list open after a choice. */
  readonly stays?: boolean;
}

/** A list below the text: arrow keys move, Enter chooses, Escape returns. */
export function choicePanel({ title, choices, filter, empty, stays = false }: ChoiceList): Open {
  return (view) => {
    let shown: readonly Choice[] = choices;
    let current = 0;
    const heading = element('span', { class: 'cm-panelTitle' }, title);
    const input =
      filter === undefined ? null : element('input', { class: 'cm-textfield', type: 'text', 'aria-label': filter, placeholder: filter });
    const list = element('ul', { class: 'cm-choices', role: 'listbox', 'aria-label': title, tabindex: '0' });
    const close = element('button', { type: 'button', class: 'cm-panelClose', 'aria-label': 'Close' }, '×');
    const dom = element(
      'div',
      { class: 'cm-languagePanel' },
      element('div', { class: 'cm-panelHead' }, heading, ...(input === null ? [] : [input]), close),
      list,
    );

    const choose = (choice: Choice | undefined): void => {
      if (choice === undefined) return;
      if (!stays) closePanel(view);
      choice.choose();
    };
    const draw = (): void => {
      list.replaceChildren(
        ...(shown.length === 0 ? [element('li', { class: 'cm-choicesEmpty' }, empty)] : []),
        ...shown.slice(0, 300).map((choice, index) => {
          const item = element(
            'li',
            { role: 'option', 'aria-selected': String(index === current), id: `cm-choice-${index}` },
            element('span', { class: 'cm-choiceLabel' }, choice.label),
            element('span', { class: 'cm-choiceDetail' }, choice.detail),
          );
          item.addEventListener('mousedown', (event) => event.preventDefault());
          item.addEventListener('click', () => {
            current = index;
            draw();
            choose(choice);
          });
          return item;
        }),
      );
      list.setAttribute('aria-activedescendant', `cm-choice-${current}`);
      list.children[current]?.scrollIntoView({ block: 'nearest' });
    };
    const move = (to: number): void => {
      current = Math.max(0, Math.min(shown.length - 1, to));
      draw();
    };
    dom.addEventListener('keydown', (event) => {
      const steps: Readonly<Record<string, () => void>> = {
        ArrowDown: () => move(current + 1),
        ArrowUp: () => move(current - 1),
        Enter: () => choose(shown[current]),
        Escape: () => void closePanel(view),
      };
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      step();
    });
    input?.addEventListener('input', () => {
      const wanted = input.value.toLowerCase().split(/\s+/);
      shown = choices
        .filter(({ label, detail }) => wanted.every((word) => `${label} ${detail}`.toLowerCase().includes(word)))
        .map((choice) => ({ choice, far: distance(choice.label.toLowerCase(), input.value.trim().toLowerCase()) }))
        .sort((a, b) => a.far - b.far)
        .map(({ choice }) => choice);
      move(0);
    });
    close.addEventListener('click', () => void closePanel(view));
    draw();
    return { dom, top: false, mount: () => (input ?? list).focus() };
  };
}

/**
 * Sorts exact matches first, then labels that begin with the text, then those that contain it, then
 * matches in the description.
 */
const distance = (label: string, wanted: string): number =>
  label === wanted ? 0 : label.startsWith(wanted) ? 1 : label.includes(wanted) ? 2 : 3;
