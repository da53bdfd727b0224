import type { KeyValue } from '../../state/key-value.ts';
import type { Graph, Positions } from './graph.ts';

/** The last positions of the nodes in a document's diagram. */
export interface Remembered {
  get(direction: Graph['direction']): Positions;
  set(direction: Graph['direction'], positions: Positions): void;
}

/**
 * `name` distinguishes the diagrams of one document: `states Ticket.status`. Invalid stored content
 * is ignored.
 */
export function rememberPositions(keys: KeyValue, document: string, name: string): Remembered {
  const keyOf = (direction: Graph['direction']): string => `ninefold/diagram/${document}/${name} ${direction}`;
  return {
    get: (direction) => parsePositions(keys.read(keyOf(direction))),
    set(direction, positions) {
      const key = keyOf(direction);
      const written = JSON.stringify([...positions].map(([id, { x, y }]) => [id, x, y]));
      try {
        if (keys.read(key) !== written) keys.write(key, written);
      } catch {
        // If there is no room, the diagram is laid out afresh at the next visit.
      }
    },
  };
}

export function parsePositions(stored: string | null): Positions {
  let found: unknown = null;
  try {
    found = stored === null ? null : JSON.parse(stored);
  } catch {
    // Invalid content: no positions are known.
  }
  if (!Array.isArray(found)) return new Map();
  return new Map(
    found.flatMap((entry: unknown) => {
      if (!Array.isArray(entry)) return [];
      const [id, x, y] = entry as unknown[];
      return typeof id === 'string' && Number.isFinite(x) && Number.isFinite(y) ? [[id, { x: x as number, y: y as number }] as const] : [];
    }),
  );
}
