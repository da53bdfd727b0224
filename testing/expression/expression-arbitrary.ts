import fc from 'fast-check';

type Source = fc.Arbitrary<string>;

/**
 * Nested expressions of a type over a Thing (expression-records.ts). The caller discards those that
 * the type checker refuses.
 */
export const anyExpression: Source = (() => {
  const { tree } = fc.letrec<Record<string, string>>((tie) => {
    const part = (name: string): Source => tie(name) as Source;
    const made = (pattern: string, ...parts: readonly Source[]): Source =>
      fc.tuple(...parts).map((values) => pattern.replace(/#(\d)/g, (_, index: string) => values[Number(index)] ?? ''));
    const one = (...sources: readonly string[]): Source => fc.constantFrom(...sources);
    const grown = (leaves: Source, ...more: readonly Source[]): Source =>
      fc.oneof(
        { maxDepth: 3, withCrossShrink: true, depthIdentifier: 'expression' },
        { arbitrary: leaves, weight: 2 },
        ...more.map((arbitrary) => ({ arbitrary, weight: 1 })),
      );
    const [integer, decimal, money, text, truth, moment, length, day, person, numbers, texts, steps] = [
      'integer',
      'decimal',
      'money',
      'text',
      'truth',
      'moment',
      'length',
      'day',
      'person',
      'numbers',
      'texts',
      'steps',
    ].map(part) as Source[] & { length: 12 } as unknown as [
      Source,
      Source,
      Source,
      Source,
      Source,
      Source,
      Source,
      Source,
      Source,
      Source,
      Source,
      Source,
    ];
    const compared = one('==', '!=', '<', '<=', '>', '>=');
    const same = one('==', '!=');
    return {
      integer: grown(
        one(
          'n',
          'm',
          'number',
          '0',
          '1',
          '-3',
          '4611686018427387904',
          'LIMIT',
          'owner.open',
          'size(watchers)',
          'photo.size',
          'helper.things[0].n',
        ),
        made('(#0 #1 #2)', integer, one('+', '-', '*', '/', '%'), integer),
        made('(-#0)', integer),
        made('size(#0)', fc.oneof(text, numbers, texts, steps)),
        made('(#0 ? #1 : #2)', truth, integer, integer),
        made('int(#0)', fc.oneof(decimal, text)),
        made('round(#0)', decimal),
        made('#0(#1)', one('sum', 'min', 'max'), numbers),
        made('#0(#1, #2)', one('min', 'max'), integer, integer),
        made('#0[#1]', numbers, integer),
        made('#0.indexOf(#1)', text, text),
        made('#0(#1)', one('days', 'hours', 'minutes'), length),
        made('#0.getDayOfYear()', day),
      ),
      decimal: grown(
        one('d', 'e', '1.5', '-0.005', '3.0', 'total', 'RATE'),
        made('(#0 #1 #2)', decimal, one('+', '-', '*', '/'), fc.oneof(decimal, integer)),
        made('(-#0)', decimal),
        made('double(#0)', fc.oneof(integer, money, text)),
        made('round(#0, #1)', decimal, one('0', '1', '2', '20', '-1', 'n')),
        made('(#0 ? #1 : #2)', truth, decimal, decimal),
        made('avg(#0)', numbers),
        made('#0(decimals)', one('sum', 'min', 'max', 'avg')),
        made('sum(#0.map(s, s.weight))', steps),
        made('(#0 / #1)', money, money),
      ),
      money: grown(
        one('price', 'FEE', 'max(amounts)', 'steps[0].cost'),
        made('(#0 #1 #2)', money, one('+', '-'), money),
        made('(#0 #1 #2)', money, one('*', '/'), fc.oneof(integer, decimal)),
        made('round(#0, 1)', money),
        made('(#0 ? #1 : #2)', truth, money, money),
        made('#0(#1.map(s, s.cost))', one('sum', 'avg', 'min', 'max'), steps),
      ),
      text: grown(
        one('a', 'b', '""', '"b"', '"ß😀"', 'owner.name', 'helper.name', 'helper.boss.name', 'photo.name', 'word', 'string(day)'),
        made('(#0 + #1)', text, text),
        made('#0(#1)', one('trim'), text),
        made('#0.#1()', text, one('reverse', 'lowerAscii', 'upperAscii')),
        made('#0.substring(#1, #2)', text, one('0', '1', 'n'), one('1', '2', 'm')),
        made('#0.replace("b", #1)', text, text),
        made('string(#0)', fc.oneof(integer, decimal, money, length, truth)),
        made('(#0 ? #1 : #2)', truth, text, text),
        made('#0.join(#1)', texts, text),
        made('#0[#1]', texts, one('0', '1', 'n')),
        made('#0(#1)', one('min', 'max'), texts),
      ),
      truth: grown(
        one('yes', 'late', 'busy', 'true', 'false', 'photo == null', 'has(helper.boss)', 'owner == me', 'status == "open"', 'price > 0'),
        made('(#0 #1 #2)', fc.oneof(integer, decimal), compared, fc.oneof(integer, decimal)),
        made('(#0 #1 #2)', text, compared, text),
        made('(#0 #1 #2)', money, compared, money),
        made('(#0 #1 #2)', moment, compared, moment),
        made('(#0 #1 #2)', length, compared, length),
        made('(#0 #1 #2)', day, compared, day),
        made('(#0 #1 #2)', person, same, person),
        made('(#0 #1 null)', fc.oneof(integer, decimal, text, money, moment, person, truth), same),
        made('(#0 #1 #2)', truth, one('&&', '||', '&&', '||', '==', '!='), truth),
        made('(!#0)', truth),
        made('(#0 ? #1 : #2)', truth, truth, truth),
        made('(#0 in #1)', integer, numbers),
        made('(#0 in #1)', text, texts),
        made('(#0 in #1)', person, one('watchers', '[owner, helper]', 'watchers.map(w, w.boss)')),
        made('(#0 #1 #2)', numbers, same, numbers),
        made('#0.#1(#2)', text, one('contains', 'startsWith', 'endsWith'), text),
        made('#0.#1(x, x #2 #3)', numbers, one('exists', 'all', 'exists_one'), compared, integer),
        made('#0.#1(x, x / #2 == 1)', numbers, one('exists', 'all', 'exists_one'), integer),
        made('#0.#1(x, x #2 #3)', texts, one('exists', 'all', 'exists_one'), compared, text),
        made(
          'watchers.#0(w, #1)',
          one('exists', 'all', 'exists_one'),
          one('w.boss == owner', 'w.name > a', 'w.boss.name == "Ana"', 'w.open > LIMIT', 'yes'),
        ),
        made(
          '#0.#1(s, #2)',
          steps,
          one('exists', 'all', 'exists_one'),
          one('s.cost > price', 's.by == helper', 's.weight * d > 1', 's.id > n', 's.label in texts'),
        ),
      ),
      moment: grown(
        one('at', 'createdAt', 'now', 'moments[0]', 'max(moments)'),
        made('(#0 #1 #2)', moment, one('+', '-'), length),
        made('timestamp(#0)', integer),
        made('(#0 ? #1 : #2)', truth, moment, moment),
      ),
      length: grown(
        one('length', 'WINDOW', 'lengths[0]', 'sum(lengths)', 'min(lengths)', 'max(steps.map(s, s.takes))'),
        made('(#0 #1 #2)', length, one('+', '-'), length),
        made('(#0 - #1)', moment, moment),
        made('(#0 - #1)', day, day),
        made('(#0 * #1)', length, integer),
        made('#0(#1)', one('days', 'hours', 'minutes'), fc.oneof(integer, decimal)),
        made('(-#0)', length),
      ),
      day: grown(
        one('day', 'today', 'days[0]', 'min(days)'),
        made('(#0 #1 #2)', day, one('+', '-'), length),
        made('(#0 ? #1 : #2)', truth, day, day),
      ),
      person: grown(
        one('owner', 'helper', 'helper.boss', 'me', 'nearest', 'watchers[0]', 'steps[0].by'),
        made('(#0 ? #1 : #2)', truth, person, person),
      ),
      numbers: grown(
        one('numbers', '[]', '[1, 2, 3]', '[n, m]', 'steps.map(s, s.id)', 'watchers.map(w, w.open)'),
        made('#0.filter(x, x #1 #2)', numbers, compared, integer),
        made('#0.map(x, x #1 #2)', numbers, one('+', '-', '*', '/'), integer),
        made('(#0 + #1)', numbers, numbers),
        made('#0(#1)', one('sort', 'distinct'), numbers),
      ),
      texts: grown(
        one(
          'texts',
          '["b", ""]',
          '[a, b]',
          'watchers.map(w, w.name)',
          'watchers.map(w, w.boss.name)',
          'steps.map(s, s.label)',
          'a.split("b")',
        ),
        made('#0.filter(x, x #1 #2)', texts, compared, text),
        made('#0.map(x, x + #1)', texts, text),
        made('(#0 + #1)', texts, texts),
        made('#0(#1)', one('sort', 'distinct'), texts),
      ),
      steps: grown(
        one('steps', 'Step', 'steps.filter(s, s.by == owner)', 'steps.filter(s, s.cost > price)'),
        made('#0.filter(s, s.weight > #1)', steps, decimal),
      ),
      tree: fc.oneof(
        { arbitrary: truth, weight: 4 },
        ...[integer, decimal, money, text, moment, length, day, person].map((arbitrary) => ({ arbitrary, weight: 1 })),
      ),
    };
  });
  return tree as Source;
})();
