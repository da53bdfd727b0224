import fc from 'fast-check';
import { expect, test } from 'vitest';
import booking from '../../../specs/booking.md?raw';
import bookshop from '../../../specs/bookshop.md?raw';
import clinic from '../../../specs/clinic.md?raw';
import inventory from '../../../specs/inventory.md?raw';
import invoicing from '../../../specs/invoicing.md?raw';
import school from '../../../specs/school.md?raw';
import conduit from '../../../testing/documents/conduit.md?raw';
import strict from '../../../testing/documents/conduit-strict.md?raw';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import gallery from '../../../tests/samples/gallery.md?raw';
import rent from '../../../tests/samples/rent.md?raw';
import studio from '../../../tests/samples/studio.md?raw';
import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import { writeCell } from '../../check/asking/write.ts';
import { readModel } from '../../model/read.ts';
import { labelOf, setLabel } from './entities/entity-edits.ts';
import { setValueLook, valueLooks } from './entities/value-edits.ts';
import { setWord, vocabularyOf } from './people/word-edits.ts';
import { cellOf } from './row-edits.ts';
import { bulletsOf, setBullet } from './screens/bullet-edits.ts';
import { setLook } from './states/machine-edits.ts';

const documents = { booking, bookshop, clinic, conduit, strict, helpdesk, inventory, invoicing, school, gallery, rent, studio };

/** An input of a view: the text it shows, and the edits that writing into it makes. */
interface Input {
  readonly called: string;
  readonly shows: string;
  readonly write: (words: string) => TextEdit[];
}

/** Returns the inputs of all views, for the columns that the document has. */
function inputsOf(text: string): readonly Input[] {
  const model = readModel(text);
  const rows = [
    ...model.screens
      .filter(({ assumed }) => !assumed)
      .map((row) => [row, ['Route', 'About', 'Roles', 'Label', 'Menu', 'Badge', 'Icon']] as const),
    ...model.entities.flatMap(({ fields }) =>
      fields
        .filter(({ builtIn }) => !builtIn)
        .map((row) => [row, ['Type', 'Required', 'Error', 'Unique', 'Default', 'Computed', 'Label', 'Description']] as const),
    ),
    ...model.machines.flatMap(({ transitions }) =>
      transitions.map((row) => [row, ['From', 'Event', 'To', 'Guard', 'Error', 'Effect', 'Label', 'Description']] as const),
    ),
    ...model.roles.map((row) => [row, ['Is', 'Label', 'Includes']] as const),
    ...model.errors.map((row) => [row, ['Status', 'Message', 'Shown', 'Key']] as const),
    ...model.constants.map((row) => [row, ['Value', 'Unit']] as const),
  ];
  const cells = rows.flatMap(([row, headers]) =>
    headers.map(
      (header): Input => ({
        called: `${header} of ${text.slice(row.span.from, row.span.from + 30)}`,
        shows: cellOf(model, row, header),
        write: (words) => writeCell(model, row.span, header, words),
      }),
    ),
  );
  const looks = model.entities.flatMap(({ fields }) =>
    fields.flatMap((field) =>
      valueLooks(model, field).flatMap(({ value, label, colour }): Input[] => [
        { called: `label of ${value}`, shows: label, write: (words) => setValueLook(model, field, value, 'Label', words) },
        { called: `colour of ${value}`, shows: colour, write: (words) => setValueLook(model, field, value, 'Colour', words) },
      ]),
    ),
  );
  const states = model.machines.flatMap((machine) =>
    machine.states.flatMap((state) =>
      (['Label', 'Colour'] as const).map(
        (header): Input => ({
          called: `${header} of ${state.name}`,
          shows: state.row === null ? '' : cellOf(model, { span: state.row }, header),
          write: (words) => setLook(model, machine, state, header, words),
        }),
      ),
    ),
  );
  const words = vocabularyOf(model).lines.flatMap((line): Input[] =>
    line.row === null
      ? []
      : [...line.captions].map(([tag, shows]) => ({
          called: `${line.word} in ${tag}`,
          shows,
          write: (said) => setWord(model, line, tag, said),
        })),
  );
  const bullets = model.screens.flatMap((screen) =>
    bulletsOf(model, screen).map(
      (bullet): Input => ({ called: bullet.words, shows: bullet.words, write: (said) => setBullet(bullet, said) }),
    ),
  );
  const labels = model.entities.flatMap((entity): Input[] =>
    labelOf(model, entity) === ''
      ? []
      : [{ called: `label of ${entity.name.text}`, shows: labelOf(model, entity), write: (said) => setLabel(model, entity, said) }],
  );
  return [...cells, ...looks, ...states, ...words, ...bullets, ...labels];
}

const inputs = Object.entries(documents).map(([name, text]) => ({ name, text, all: inputsOf(text) }));

/** In a table, a pipe is escaped with a backslash. */
const plain = (text: string): string => text.replaceAll('\\|', '|');

test.each(inputs)('$name: the text of an input is in the document, and writing it back changes no byte', ({ text, all }) => {
  const wrong = all.filter(({ shows, write }) => !plain(text).includes(shows) || applyEdits(text, write(shows)) !== text);
  expect(wrong.map(({ called }) => called)).toEqual([]);
  expect(all.length).toBeGreaterThan(20);
});

test('writing into an input changes only its line', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...inputs),
      fc.nat(),
      fc.constantFrom('other words', 'a \\| b', '`size(x) > 1`', 'كلمة'),
      ({ text, all }, number, words) => {
        const input = all[number % all.length];
        if (input === undefined || input.shows === '') return;
        const [before, after] = [text.split('\n'), applyEdits(text, input.write(words)).split('\n')];
        expect(after.length, input.called).toBe(before.length);
        const changed = before.flatMap((line, index) => (line === after[index] ? [] : [index]));
        expect(changed, input.called).toHaveLength(1);
        expect(plain(before[changed[0] ?? 0] ?? ''), input.called).toContain(plain(input.shows));
        expect(after[changed[0] ?? 0], input.called).toContain(words.replace('\\|', '|').split('|')[0]?.trim());
      },
    ),
    { numRuns: 150 },
  );
});
