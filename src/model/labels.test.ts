import { describe, expect, it, test } from 'vitest';
import { capitalized, colourOfState, humanize, inSentence, Labels } from './labels.ts';
import { readModel } from './read.ts';

const text = `# Specification: Shop

## 2. Screens and routes

| Screen | Route | Label |
|---|---|---|
| Orders | / | My orders |

## 3. Entities and their fields

### OrderLine

Label: item / items

What is ordered.

| Field | Type | Label |
|---|---|---|
| qty | integer | Quantity |
| sizes | list of enum small, tall | |
| priority | enum low, very_high | |
| status | state | |

#### priority

| Value | Label | Colour |
|---|---|---|
| very_high | At once | danger |
| lwo | Later | |

#### sizes

| Value | Label |
|---|---|
| tall | Large |

## 4. States and transitions

### OrderLine.status

| From | Event | To | Label | Description |
|---|---|---|---|---|
| | | awaiting finance | | |
| awaiting finance | place | placed | Place order | |
| placed | place | placed | | |
| placed | drop | cancelled | | final |
| placed | send | sent | | |

| State | Label | Colour | Description |
|---|---|---|---|
| placed | Ordered | | |
| sent | | warnign | final |
| lost | Gone | | |

## 6. Roles and permissions

| Role | Is | Label |
|---|---|---|
| admin | \`me == null\` | Shop owner |

## 8. Errors

| Message | Subject | Label |
|---|---|---|
| SENT | It is sent | My order is on its way |
| PAID_LATE | It is paid | |
`;

describe('what users read', () => {
  const model = readModel(text);
  const labels = new Labels(model.labels);

  it('is the label, singular and plural, or else the name in sentence case', () => {
    expect([labels.entity('OrderLine'), labels.entities('OrderLine')]).toEqual(['Item', 'Items']);
    expect([labels.entity('Person'), labels.entities('Person')]).toEqual(['Person', null]);
    expect([labels.field('OrderLine', 'qty'), labels.field('OrderLine', 'createdAt')]).toEqual(['Quantity', 'Created at']);
    expect([labels.screen('Orders'), labels.role('admin')]).toEqual(['My orders', 'Shop owner']);
    // The first row of an event that has a label wins.
    expect([labels.event('OrderLine', 'place'), labels.event('OrderLine', 'send')]).toEqual(['Place order', 'Send']);
  });

  it('makes plurals of names only in a document in English', () => {
    const plurals = (screen: string, section1 = '') => {
      const words = section1 === '' ? '' : `## 1. What\n\n${section1}\n\n`;
      const field = '| Field | Type |\n|---|---|\n| name | text |\n';
      const screens = `## 2. Screens\n\n| Screen | Route |\n|---|---|\n| ${screen} | / |\n\n`;
      const entities = `## 3. Entities\n\n### Company\n\n${field}\n### OrderLine\n\n${field}\n### Person\n\nLabel: friend\n\n${field}`;
      const { labels: facts } = readModel(`# Specification: Shop\n\n${words}${screens}${entities}`);
      const { entities: several } = new Labels(facts);
      return ['Company', 'OrderLine', 'Person'].map(several);
    };
    expect(plurals('Companies')).toEqual(['Companies', 'Order lines', 'Friends']);
    expect(plurals('Start', 'Language: en-GB')).toEqual(['Companies', 'Order lines', 'Friends']);
    expect(plurals('Start')).toEqual([null, null, null]);
    expect(plurals('Companies', 'Language: de')).toEqual([null, null, null]);
    const translated = plurals('Companies', '| Word | de |\n|---|---|\n| Company | Firma |');
    expect(translated).toEqual(['Companies', 'Order lines', 'Friends']);
  });

  it('makes no plural of a translated name', () => {
    const words = '## 1. What\n\n| Word | de |\n|---|---|\n| Company | Firma |\n\n';
    const screens = '## 2. Screens\n\n| Screen | Route |\n|---|---|\n| Companies | / |\n\n';
    const entities = '## 3. Entities\n\n### Company\n\n| Field | Type |\n|---|---|\n| name | text |\n';
    const { labels: facts } = readModel(`# Specification: Shop\n\n${words}${screens}${entities}`);
    expect([null, 'de'].map((language) => new Labels(facts, language).entities('Company'))).toEqual(['Companies', null]);
  });

  it('names the kind of a message, in the reader’s language where a table gives it', () => {
    expect(['SENT', 'PAID_LATE'].map(labels.kindOfMessage)).toEqual(['My order is on its way', 'Paid late']);
    const words = '## 1. What\n\n| Word | de |\n|---|---|\n| SENT | Meine Bestellung ist unterwegs |\n\n## 2. Screens';
    const translated = readModel(text.replace('## 2. Screens', words));
    expect(translated.misreads.filter(({ section }) => section === 1)).toEqual([]);
    expect(new Labels(translated.labels, 'de').kindOfMessage('SENT')).toBe('Meine Bestellung ist unterwegs');
  });

  it('is the label of a state or a value too', () => {
    const status = (name: string): string => labels.value('OrderLine', 'status', name);
    expect(['placed', 'awaiting finance', 'sent'].map(status)).toEqual(['Ordered', 'Awaiting finance', 'Sent']);
    expect(labels.value('OrderLine', 'priority', 'very_high')).toBe('At once');
    expect(labels.value('OrderLine', 'priority', 'low')).toBe('Low');
    expect(labels.value('OrderLine', 'sizes', 'tall')).toBe('Large');
    expect(labels.colour('OrderLine', 'priority', 'very_high')).toBe('danger');
  });

  it('the line with the label is not part of the description', () => {
    expect(model.entities[0]?.description).toBe('What is ordered.');
  });

  it('reports an unknown value, colour or state', () => {
    expect(model.misreads.map(({ code, span }) => `${code} ${text.slice(span.from, span.to)}`)).toEqual([
      'near-miss lwo',
      'near-miss warnign',
    ]);
    expect(model.references.filter(({ found }) => !found).map((one) => `${one.kind} ${one.text}`)).toEqual(['state lost']);
  });

  it('a state’s colour follows from its place: neutral, progress or success; an unsuccessful end is neutral', () => {
    const [machine] = model.machines;
    if (machine === undefined) expect.unreachable();
    const colours = ['awaiting finance', 'placed', 'cancelled', 'sent'].map((name) => colourOfState(machine, name, model.labels));
    expect(colours).toEqual(['neutral', 'progress', 'neutral', 'success']);
  });

  it('the name of a state shows that it went wrong, or ended without a result', () => {
    const states = [
      { name: 'open', final: false },
      { name: 'overdue', final: false },
      { name: 'called off', final: true },
      { name: 'waived', final: true },
      { name: 'damaged', final: true },
      { name: 'paid', final: true },
    ];
    const machine = { entity: 'Fee', field: 'status', start: null, states };
    const colours = states.map(({ name }) => colourOfState(machine, name, readModel('# Specification: Fees').labels));
    expect(colours).toEqual(['neutral', 'warning', 'neutral', 'neutral', 'danger', 'success']);
  });
});

it('an author’s own table that begins with “State” or “Value” and has no labels is prose', () => {
  const model = readModel(
    '# Specification: A\n\n## 1. What\n\n| State | Description |\n|---|---|\n| Texas | hot |\n\n| Value | For |\n|---|---|\n| trust | us |\n',
  );
  expect(model.misreads).toEqual([]);
});

test.each([
  ['createdAt', 'Created at'],
  ['send to repair', 'Send to repair'],
  ['OrderLine', 'Order line'],
])('%s is shown as %s', (name, shown) => {
  expect(humanize(name)).toBe(shown);
});

test('keeps the capitals within a word', () => {
  expect(['order line', 'iPhone', 'IBAN'].map(capitalized)).toEqual(['Order line', 'iPhone', 'IBAN']);
  expect(['Order line', 'IBAN', 'PO number'].map(inSentence)).toEqual(['order line', 'IBAN', 'PO number']);
});
