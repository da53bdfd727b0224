import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import { checkModel } from '../../check/check.ts';
import { renameAt } from '../../language/rename.ts';
import { Labels } from '../labels.ts';
import { readModel } from '../read.ts';

const text = `# Specification: Shop

## 1. What

Languages: en, de, he

Language: \`me.language\`

| Word | de | he |
|---|---|---|
| Order | Bestellung / Bestellungen | הזמנה |
| Order.status.in progress | in Arbeit | |
| Order.size.large | groß | |
| Order.place | bestellen | |
| Order.qty | Menge | |
| EMPTY | {field} fehlt. | |
| "Nothing yet." | Noch nichts. | |
| agent | Mitarbeiterin | |
| Ordr | x | |
| Order.size.huge | x | |

## 2. Screens and routes

| Screen | Route | Label |
|---|---|---|
| Orders | / | All orders |

### Orders

- list of Order: qty
  - empty "Nothing yet."

## 3. Entities and their fields

### User

| Field | Type |
|---|---|
| name | text |
| language | text |

### Order

| Field | Type |
|---|---|
| qty | text |
| size | enum small, large |
| status | state |

## 4. States and transitions

### Order.status

| From | Event | To |
|---|---|---|
| | | in progress |
| in progress | place | done |

## 6. Roles and permissions

| Role | Is |
|---|---|
| agent | \`me == null\` |

| Account | |
|---|---|
| Entity | User |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| EMPTY | 422 | {field} is empty. |
`;

describe('words in several languages', () => {
  const model = readModel(text);

  it('uses the first language as the document’s own', () => {
    expect([model.language, model.languages]).toEqual(['en', ['en', 'de', 'he']]);
    expect(model.readerLanguage?.source).toBe('me.language');
    expect(model.readerLanguage?.problems).toEqual([]);
  });

  it('shows them in place of names, labels and texts, or else the document’s own', () => {
    const de = new Labels(model.labels, 'de');
    expect([de.entity('Order'), de.entities('Order'), de.field('Order', 'qty')]).toEqual(['Bestellung', 'Bestellungen', 'Menge']);
    expect([de.value('Order', 'status', 'in progress'), de.value('Order', 'size', 'large')]).toEqual(['In Arbeit', 'Groß']);
    expect([de.event('Order', 'place'), de.role('agent'), de.text('Nothing yet.')]).toEqual(['Bestellen', 'Mitarbeiterin', 'Noch nichts.']);
    expect(de.message('EMPTY', '{field} is empty.')).toBe('{field} fehlt.');
    expect([de.screen('Orders'), de.value('Order', 'status', 'done'), de.text('Other')]).toEqual(['All orders', 'Done', 'Other']);
    expect(new Labels(model.labels, 'he').entity('Order')).toBe('הזמנה');
    expect(new Labels(model.labels, 'en').entity('Order')).toBe('Order');
    // German keeps a noun's capital inside a sentence.
    expect([de.inSentence('Bestellung'), new Labels(model.labels).inSentence('Order')]).toEqual(['Bestellung', 'order']);
  });

  it('reports a row that names nothing', () => {
    const notes = model.misreads.map(({ span, suggestions }) => [
      text.slice(span.from, span.to),
      suggestions.map(({ insert }) => insert)[0],
    ]);
    expect(notes).toEqual([
      ['Ordr', 'Order'],
      ['huge', undefined],
    ]);
  });

  it('counts missing words per language', () => {
    const missing = checkModel(model).filter(({ code }) => code === 'missing-words');
    const [only] = missing;
    expect(missing).toHaveLength(1);
    expect(only?.message).toContain('Of 15 names');
    expect(only?.message).toMatch(/de lacks 8 \(.*\), he lacks 14 \(/);
  });

  it('a rename also renames the word', () => {
    const right = text.replace(/^\| Ordr .*\n\| Order\.size\.huge .*\n/m, '');
    const sound = readModel(right);
    const renamed = renameAt(sound, right.indexOf('### Order\n\n| Field') + 4, 'Purchase');
    if (!renamed.ok) expect.unreachable(renamed.why);
    const after = applyEdits(right, renamed.edits);
    expect(after).toContain('| Purchase | Bestellung');
    expect(after).toContain('| Purchase.status.in progress |');
    const state = renameAt(sound, right.indexOf('| | | in progress |') + 6, 'at work');
    if (!state.ok) expect.unreachable(state.why);
    expect(applyEdits(right, state.edits)).toContain('| Order.status.at work | in Arbeit');
  });
});
