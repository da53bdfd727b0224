import { expect, test } from 'vitest';
import { oracleService } from '../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../base/platform.ts';
import { readModel } from '../model/read.ts';
import { verify } from './run.ts';

test('numbers around a limit have the decimal places that money has', async () => {
  const text = `# Specification: Fees

## 3. Entities and their fields

### Fee

| Field | Type | Required |
|---|---|---|
| amount | money | yes |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not too little | Fee.amount | \`amount >= LEAST\` | TOO_LITTLE |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors |
|---|---|---|---|---|
| \`POST /fees\` | \`{amount}\` | \`create Fee as f\` | 201 \`f\` | TOO_LITTLE, INVALID |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_LITTLE | 422 | Too little. |

## 9. Business constants and limits

| Constant | Value |
|---|---|
| LEAST | 1.20 |
`;
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const implementation = oracleService(text, clock);
  const run = await verify({ model: readModel(text), implementation, platform, marker: 'vk3f9x', budget: 200 });
  const sent = run.exchanges.flatMap(({ attempt }) => attempt.words.match(/amount -?[\d.]+(?:e-?\d+)?/)?.[0] ?? []);
  expect(sent).toContain('amount 0.2');
  expect(sent.filter((words) => /\.\d{3}/.test(words))).toEqual([]);
  const half = run.exchanges.find(({ attempt }) => attempt.words.includes('half a cent'));
  expect(half?.expected).toMatchObject({ status: 422, refusals: [{ error: 'INVALID' }] });
});
