import { expect, test } from 'vitest';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { Oracle } from './oracle.ts';
import { oracleClock } from './oracle-clock.ts';

const tanks = `# Specification: Tanks

## 3. Entities and their fields

### Tank

| Field | Type | Required | Default |
|---|---|---|---|
| code | text(10) | yes | |
| checked | integer | yes | 0 |
| due | date | yes | |
| state | state | | |

| Example | code | due |
|---|---|---|
| First | A1 | 2026-02-01 |

## 4. States and transitions

### Tank.state

| From | Event | To | Effect |
|---|---|---|---|
| | | used | |
| used | at \`datetime(due, time("00:00"))\` | | \`checked = checked + 1\` |
`;

test('after a restart, a timer of an example fires at the same moment again', () => {
  const clock = fixedPlatform();
  const oracle = new Oracle(readModel(tanks), oracleClock({ ...clock, now: () => clock.now() }, 4));
  const { id } = oracle.examples.get('First') ?? { id: '' };
  const checked = (): unknown => {
    oracle.answer({ method: 'GET', path: '/', query: '', token: null, contentType: null, body: null, moment: Date.UTC(2026, 1, 2) });
    return oracle.record('Tank', id)?.checked;
  };
  expect(checked()).toBe(1);
  oracle.restart();
  expect(oracle.record('Tank', id)?.checked).toBe(0);
  expect(checked()).toBe(1);
});
