import { expect, test } from 'vitest';
import { EventIndex } from '../event-index.ts';
import { parseAction } from './parse-action.ts';

const read = (source: string) =>
  parseAction(source, { from: 0, to: source.length }, (offset) => offset, {
    events: new EventIndex(['pay', 'for review']),
    place: 'effect',
  });

const shape = (source: string) => {
  const { steps, problems } = read(source);
  return {
    steps: steps.map(({ kind, within = [], opens = 0 }) => `${within.map((one) => one.kind).join(' ')}/${opens} ${kind}`),
    problems: problems.map(({ message }) => message),
  };
};

test('a clause applies to the next step, or to several in parentheses', () => {
  expect(shape('for l in lines: delete l; total = 0')).toEqual({ steps: ['for/1 delete', '/0 assign'], problems: [] });
  expect(shape('for l in lines: (pay l; total = total + 1); open = true')).toEqual({
    steps: ['for/1 event', 'for/0 assign', '/0 assign'],
    problems: [],
  });
  expect(shape('when a ? b : c: for l in lines.filter(x, x.ok): (when l.late: pay l; delete l)')).toEqual({
    steps: ['when for when/3 event', 'when for/0 delete'],
    problems: [],
  });
  expect(read('for l in {"a": [1]}.a: delete l').steps[0]?.within?.[0]).toMatchObject({
    kind: 'for',
    name: { text: 'l', span: { from: 4, to: 5 } },
  });
});

test('an event may begin with a clause’s keyword, and an incomplete clause has a helpful message', () => {
  expect(shape('for review self')).toEqual({ steps: ['/0 event'], problems: [] });
  expect(shape('for l in lines delete l').problems).toEqual(['Write “for x in LIST: ACTION”: the list or its “:” is missing.']);
  expect(shape('for lines: delete l').problems[0]).toContain('“for x in LIST: ACTION”');
  expect(shape('when : delete l').problems[0]).toContain('the condition or its “:” is missing');
  expect(shape('when a:').problems).toEqual(['Say what to do after “:”: one action, or several in parentheses.']);
  expect(shape('when a: ()').problems).toHaveLength(1);
});

test.each([
  ['stock += 1', 'stock = stock + 1'],
  ['self.stock -= a + b', 'stock = stock - (a + b)'],
  ['stock++', 'stock = stock + 1'],
  ['stock := "a; b"', 'stock = "a; b"'],
  ['stock == 1', 'stock = 1'],
  ['set stock to 1', 'stock = 1'],
  ['part.stock = 1', 'update part with {"stock": 1}'],
  ['when ok: line.part.stock -= amount', 'update line.part with {"stock": line.part.stock - amount}'],
])('offers for the effect “%s”, as other languages write it, what can be read', (source, meant) => {
  const written = `open = true; ${source}`;
  const [problem] = read(written).problems;
  expect(problem?.suggestions).toEqual([meant]);
  const corrected = written.slice(0, problem?.from) + meant + written.slice(problem?.to);
  expect(shape(corrected)).toMatchObject({ problems: [], steps: [expect.any(String), expect.stringMatching(/assign|update/)] });
});

test('an event whose name resembles an assignment of another language is an event', () => {
  const at = { from: 0, to: 0 };
  const { steps } = parseAction('set price to x', at, (offset) => offset, { events: new EventIndex(['set price to']), place: 'effect' });
  expect(steps).toMatchObject([{ kind: 'event' }]);
});
