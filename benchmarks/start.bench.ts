import { type Spent, spentBy } from '../testing/process/processor-time.ts';
import { type Benchmark, median } from './benchmark.ts';

const programs = {
  empty: ['-e', '0'],
  help: ['bin/ninefold.js', 'help'],
  check: ['bin/ninefold.js', 'check', 'specs/helpdesk.md'],
};

/**
 * What the command needs to start, beside a Node program that does nothing: in turn, so that what
 * else the machine does falls on all of them.
 */
export const benchmark: Benchmark = {
  name: 'start of the command',
  async run() {
    // The first may build it.
    spentBy(programs.help);
    const rounds = Array.from({ length: 11 }, () => ({
      empty: spentBy(programs.empty),
      help: spentBy(programs.help),
      check: spentBy(programs.check),
    }));
    const of = (program: keyof typeof programs, what: keyof Spent): number => median(rounds.map((round) => round[program][what]));
    return (['help', 'check'] as const).flatMap((program) =>
      (['processor', 'wall'] as const).map((what) => ({
        name: `ninefold ${program}, ${what} time`,
        value: of(program, what),
        unit: 'ms' as const,
        against: { name: 'an empty program', value: of('empty', what) },
      })),
    );
  },
};
