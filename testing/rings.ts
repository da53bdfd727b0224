/** Workers in a circle, each with its own state. */
export interface Ring {
  readonly workers: number;
  readonly states: readonly string[];
  /** For each state, the states of neighbours that block the step to the next one. */
  readonly waitsFor: readonly (readonly number[])[];
}

/** The event that leads from a state to the next. */
export const eventOf = (ring: Ring, from: number): string => `to ${ring.states[(from + 1) % ring.states.length]}`;

/** The ring as a document. `seat` distinguishes the workers, so that none are interchangeable. */
export function documentOf(ring: Ring): string {
  const { workers, states, waitsFor } = ring;
  const seats = Array.from({ length: workers }, (_, seat) => seat);
  const guardOf = (from: number): string =>
    (waitsFor[from] ?? []).map((busy) => `left.status != "${states[busy]}" && right.status != "${states[busy]}"`).join(' && ') ||
    'seat >= 0';
  return [
    '# Specification: Ring\n\n## 3. Entities and their fields\n\n### Worker\n',
    '| Field | Type |\n|---|---|\n| seat | integer |\n| left | Worker |\n| right | Worker |\n| status | state |\n',
    '| Example | seat | left | right |\n|---|---|---|---|',
    ...seats.map((seat) => `| W${seat} | ${seat} | W${(seat + workers - 1) % workers} | W${(seat + 1) % workers} |`),
    '\n## 4. States and transitions\n\n### Worker.status\n',
    '| From | Event | To | Roles | Guard | Effect | Description |\n|---|---|---|---|---|---|---|',
    `| | | ${states[0]} | | | | |`,
    ...states.map(
      (state, from) => `| ${state} | ${eventOf(ring, from)} | ${states[(from + 1) % states.length]} | | \`${guardOf(from)}\` | | |`,
    ),
    '\n## 6. Roles and permissions\n\n| Role | Is |\n|---|---|\n| visitor | `me == null` |\n',
    '| Permission | visitor |\n|---|---|',
    `| Worker: read, ${states.map((_, from) => eventOf(ring, from)).join(', ')} | yes |`,
    '| Worker: create, update, delete | no |\n',
  ].join('\n');
}
