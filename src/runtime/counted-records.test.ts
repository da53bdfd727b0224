import { expect, test } from 'vitest';
import { Labels } from '../model/labels.ts';
import { readModel } from '../model/read.ts';
import { countedRecords } from './counted-records.ts';

const entity = (name: string, label: string): string => `### ${name}

${label}

| Field | Type |
|---|---|
| name | text |
`;

const { labels } = readModel(`# Specification: Shop

## 3. Entities and their fields

${entity('Order', '')}
${entity('Person', 'Label: person / people')}`);
const counted = (name: string, count: number): string =>
  countedRecords({ labels: new Labels(labels), locale: 'en' }, { entity: name, count });

test('counts records in the document’s words, and grammatically if it has no plural', () => {
  expect(['Person', 'Order'].map((name) => [0, 1, 12].map((count) => counted(name, count)))).toEqual([
    ['0 people', '1 person', '12 people'],
    ['Order: 0', '1 order', 'Order: 12'],
  ]);
});
