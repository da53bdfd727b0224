import ELK from 'elkjs/lib/elk-api.js';
import workerAddress from 'elkjs/lib/elk-worker.min.js?url';
import { fromElk, toElk } from './elk-graph.ts';
import type { Graph, Layout, Positions } from './graph.ts';
import { placeNew } from './place-new.ts';

/** Computes layouts in a worker, so that typing is never blocked. */
export interface Layouter {
  /** Keeps earlier positions; rejects if the layout kernel fails. */
  lay(graph: Graph, before: Positions): Promise<Layout>;
  end(): void;
}

export function createLayouter(): Layouter {
  const elk = new ELK({ workerFactory: () => new Worker(workerAddress) });
  return {
    async lay(graph, before) {
      const places = placeNew(graph, before);
      return fromElk(await elk.layout(toElk(graph, places)), places);
    },
    end: () => elk.terminateWorker(),
  };
}
