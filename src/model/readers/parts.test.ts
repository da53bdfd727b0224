import { expect, test } from 'vitest';
import { readModel } from '../read.ts';

test('parts nested deeper than a screen can show are reported and left out', () => {
  const bullets = Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- section level ${depth}`).join('\n');
  const model = readModel(
    `# Specification: Deep\n\n## 2. Screens\n\n| Screen | Route |\n|---|---|\n| Home | / |\n\n### Home\n\n${bullets}\n`,
  );
  let depth = 0;
  let part = model.screens[0]?.parts[0];
  while (part?.kind === 'section') {
    depth++;
    part = part.parts[0];
  }
  expect(depth).toBe(12);
  expect(part).toMatchObject({ kind: 'unread', problem: expect.stringContaining('at most 12 deep') });
});
