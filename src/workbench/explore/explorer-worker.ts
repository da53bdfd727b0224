/// <reference lib="webworker" />
import { systemPlatform } from '../../base/platform.ts';
import { defaultBounds } from '../../explorer/document/bounds.ts';
import { readQuestion } from '../../explorer/document/question.ts';
import { canEver, type Exploration, type ExploreOptions, explore } from '../../explorer/explore.ts';
import { Walk } from '../../explorer/walk.ts';
import { readModel } from '../../model/read.ts';
import type { FromExplorer, ToExplorer } from './messages.ts';

/* The worker in which the workbench runs the explorer, so that typing is never blocked. */

/**
 * The maximum number of stored worlds at first, about 100 bytes each; a page has less memory than
 * the command.
 */
const states = 300_000;
/** Milliseconds between checks for new messages. */
const betweenPauses = 100;

function listen(): void {
  let running = new AbortController();
  let walking: { readonly text: string; readonly walk: Walk } | null = null;
  self.onmessage = ({ data }: MessageEvent<ToExplorer>) => {
    if (data.kind === 'walk') {
      const { id, text, rows } = data;
      reporting(id, () => {
        if (walking?.text !== text) walking = { text, walk: new Walk(readModel(text)) };
        post({ kind: 'walked', id, walked: walking.walk.to(rows) });
      });
      return;
    }
    running.abort();
    running = new AbortController();
    if (data.kind !== 'stop') void answer(data, running.signal);
  };
}

const post = (message: FromExplorer): void => self.postMessage(message);

/** Posts a message if `body` fails. */
function reporting(id: number, body: () => void): void {
  try {
    body();
  } catch (error) {
    post({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}

type SearchRequest = Extract<ToExplorer, { readonly kind: 'explore' | 'ask' }>;

async function answer(request: SearchRequest, signal: AbortSignal): Promise<void> {
  const { id, text } = request;
  let last = systemPlatform.now();
  const options: ExploreOptions = {
    bounds: { states: states * Math.min(request.effort, 4), seconds: defaultBounds.seconds * request.effort },
    now: systemPlatform.now,
    signal,
    async pause(worlds, depth) {
      const now = systemPlatform.now();
      if (now - last < betweenPauses) return;
      last = now;
      post({ kind: 'progress', id, worlds, depth });
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
  try {
    const model = readModel(text);
    if (request.kind === 'explore') {
      const first = (found: Exploration): void => post({ kind: 'found', id, found });
      post({ kind: 'explored', id, found: await explore(model, { ...options, who: request.who, found: first }) });
      return;
    }
    const question = readQuestion(model, request.question);
    if (typeof question === 'string') post({ kind: 'failed', id, message: question });
    else post({ kind: 'answered', id, answer: await canEver(model, question, options) });
  } catch (error) {
    post({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}

listen();
