import { firstLoad, total } from '../scripts/first-load.ts';
import { ensureBuilt } from '../scripts/prepare.mjs';
import type { Benchmark } from './benchmark.ts';

export const benchmark: Benchmark = {
  name: 'first load',
  async run() {
    if (!ensureBuilt()) throw new Error('the workbench could not be built');
    const { scripts, styles } = firstLoad();
    return [
      { name: 'JavaScript before the first paint, gzip', value: total(scripts) / 1000, unit: 'kB' },
      { name: 'styles before the first paint, gzip', value: total(styles) / 1000, unit: 'kB' },
    ];
  },
};
