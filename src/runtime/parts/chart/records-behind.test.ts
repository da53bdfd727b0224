import { expect, it } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { plainModel } from '../../../engine/document/product-model.ts';
import type { NavigationItem } from '../../../engine/session.ts';
import { readModel } from '../../../model/read.ts';
import { allParts } from '../../screen/part-lists.ts';
import { recordsBehind } from './records-behind.ts';

const model = plainModel(readModel(helpdesk));
const charts = model.screens.flatMap(({ parts }) => [...allParts(parts)]).filter((part) => part.kind === 'chart');
const item = (screen: string) => ({ screen, route: '/', assumed: false, group: null, icon: null, badge: null }) satisfies NavigationItem;
const behind = (by: string, navigation = [item('Team'), item('Queue')]) => {
  const chart = charts.find((part) => part.by.name.text === by);
  if (chart === undefined) throw new Error(`there is no chart by ${by}`);
  return recordsBehind({ model, navigation }, chart);
};

it('is a list of the same records, filtered by the point', () => {
  expect(behind('status')({ label: 'open', value: 3 })).toEqual({
    address: { screen: 'Queue', parameters: {} },
    query: expect.stringMatching(/^tab\.[\d.]+=list&f\.status=open$/),
  });
  expect(behind('assignee')({ label: 'Bo', value: 1, id: 'a' })?.query).toMatch(/f\.assignee=a$/);
  expect(behind('assignee')({ label: '', value: 1 })?.query).toMatch(/f\.assignee=$/);
  expect(behind('createdAt')({ label: '2026-01-05', value: 1 })?.query).toContain('f.createdAt=2026-01-05..2026-01-11');
});

it('is null if the list omits the records, or no list has the chart’s records', () => {
  expect(behind('status')({ label: 'closed', value: 3 })).toBeNull();
  const chart = charts.find((part) => part.by.name.text === 'status');
  const where = model.screens.flatMap(({ parts }) => [...allParts(parts)]).flatMap((part) => ('where' in part ? [part.where] : []));
  const late = where.find((one) => one?.source.includes('me') === true);
  if (chart === undefined || late === undefined) throw new Error('the helpdesk has changed');
  const navigation = [item('Team'), item('Queue')];
  expect(recordsBehind({ model, navigation }, { ...chart, where: late })({ label: 'open', value: 3 })).toBeNull();
});

it('is null if the person has no such list, or the records are unknown', () => {
  expect(behind('status', [item('Team')])({ label: 'open', value: 3 })).toBeNull();
  expect(behind('assignee')({ label: 'Bo', value: 1 })).toBeNull();
});
