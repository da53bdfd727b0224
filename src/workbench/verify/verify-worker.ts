/// <reference lib="webworker" />
import { systemPlatform } from '../../base/platform.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { defaultTokenHeader, type TokenHeader } from '../../serve/calls/token-header.ts';
import { curl } from '../../verifier/answers/curl.ts';
import type { Finding, Run } from '../../verifier/answers/finding.ts';
import { scenarioOfFinding } from '../../verifier/answers/finding-scenario.ts';
import type { Implementation } from '../../verifier/answers/implementation.ts';
import { httpImplementation } from '../../verifier/answers/over-http.ts';
import { relayedImplementation } from '../../verifier/answers/relayed.ts';
import type { Exchange } from '../../verifier/answers/side-by-side.ts';
import { rowResults } from '../../verifier/rows.ts';
import { verify } from '../../verifier/run.ts';
import { markerOf, newSeed } from '../../verifier/seed.ts';
import type { FromVerifier, ShownFinding, ShownRow, ToVerifier } from './messages.ts';
import { serviceAddress } from './service-address.ts';

/* The worker in which the workbench verifies a service against the document. */

const budget = 2000;
/** Milliseconds between updates of the rows. */
const betweenPictures = 200;
/** The maximum number of characters shown of a body. */
const most = 4000;

function listen(): void {
  let running = new AbortController();
  self.onmessage = ({ data }: MessageEvent<ToVerifier>) => {
    running.abort();
    running = new AbortController();
    if (data.kind === 'stop') return;
    answer(data, running).catch((error: unknown) => {
      post({ kind: 'failed', id: data.id, message: error instanceof Error ? error.message : String(error) });
    });
  };
}

const uncached: typeof fetch = (address, init) => fetch(address, { ...init, cache: 'no-store' });

const post = (message: FromVerifier): void => self.postMessage(message);

async function answer({ id, text, address }: Extract<ToVerifier, { kind: 'verify' }>, control: AbortController): Promise<void> {
  const { signal } = control;
  const at = serviceAddress(address);
  if (typeof at === 'string') return post({ kind: 'failed', id, message: at });
  const model = readModel(text);
  const token = model.account?.token ?? defaultTokenHeader;
  const found = new Map<string, Finding>();
  const scenario = scenariosOf(model);
  let last = 0;
  const picture = (known: Pick<Run, 'exchanges' | 'findings'>): void => {
    const rows = rowResults(model, known).map((row) => shownRow(row, { scenario, base: at.url, token }));
    post({ kind: 'rows', id, requests: known.exchanges.length, rows });
  };
  const run = await verify({
    model,
    platform: systemPlatform,
    implementation: reached(
      at.kind === 'relay' ? relayedImplementation(at.url) : httpImplementation({ base: at.url, token, fetched: uncached }),
    ),
    marker: markerOf(newSeed(systemPlatform)),
    budget,
    signal,
    found: (finding) => void found.set(finding.cause, finding),
    progress: (exchanges) => {
      const now = systemPlatform.now();
      if (now - last < betweenPictures) return;
      last = now;
      picture({ exchanges, findings: [...found.values()] });
    },
  });
  picture(run);
  post({ kind: 'done', id, complete: run.complete, notTried: run.notTried });
}

/** Wraps the service so that the run stops if the first request does not reach it. */
function reached(service: Implementation): Implementation {
  let isReached = false;
  return {
    ...service,
    async send(request) {
      const answer = await service.send(request);
      if ('problem' in answer && !isReached) throw new Error(`The service couldn’t be reached: ${answer.problem}.`);
      isReached = true;
      return answer;
    },
  };
}

/** Returns a function that converts each finding to a scenario, once. */
function scenariosOf(model: Model): Shown['scenario'] {
  const known = new Map<Finding, ShownFinding['scenario']>();
  return (finding) => {
    const made = known.has(finding) ? (known.get(finding) ?? null) : (scenarioOfFinding(model, finding)?.rows ?? null);
    known.set(finding, made);
    return made;
  };
}

interface Shown {
  readonly scenario: (finding: Finding) => ShownFinding['scenario'];
  readonly base: URL;
  readonly token: TokenHeader;
}

const shownRow = ({ findings, ...row }: ReturnType<typeof rowResults>[number], shown: Shown): ShownRow => ({
  ...row,
  findings: findings.map((finding) => shownFinding(finding, shown)),
});

function shownFinding(finding: Finding, { base, token, scenario }: Shown): ShownFinding {
  const { exchange, sequence, more, confirmed } = finding;
  const { attempt, fault, expected, actual } = exchange;
  return {
    request: attempt.words,
    difference: fault?.words ?? '',
    expected: answerText(expected),
    actual: 'problem' in actual ? actual.problem : answerText(actual),
    curl: sequence.map((one) => curl(one, { base, token })),
    scenario: scenario(finding),
    more,
    confirmed,
  };
}

function answerText({ status, body }: Pick<Exchange['expected'], 'status' | 'body'>): string {
  const text = `${status}${body === null || body === '' ? '' : `\n${indented(body)}`}`;
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return body;
    throw error;
  }
}

listen();
