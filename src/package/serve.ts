// The exports of `import … from 'ninefold/serve'`: serve the calls of a document over HTTP, as
// `ninefold serve --screens no` does.
import { systemPlatform } from '../base/platform.ts';
import { answeredHosts } from '../cli/serve-options.ts';
import { openapiDocument } from '../export/exporters/openapi.ts';
import { readModel } from '../model/read.ts';
import { callsHandleFiles } from '../serve/calls/call-files.ts';
import type { Database } from '../serve/engine/database.ts';
import { Service } from '../serve/engine/service.ts';
import { createApp } from '../serve/http/app.ts';
import type { App } from '../serve/http/environment.ts';
import { listen } from '../serve/http/listen.ts';
import type { LogEntry } from '../serve/http/log-entry.ts';
import type { HttpSettings } from '../serve/http/settings.ts';

export type { Database } from '../serve/engine/database.ts';
export { NotStarted } from '../serve/engine/not-started.ts';
export type { LogEntry } from '../serve/http/log-entry.ts';
export type { HttpSettings } from '../serve/http/settings.ts';

export interface ServeOptions {
  /** Where to keep the data. Default: in memory, until the server stops. */
  readonly database?: Database;
  /** Loads the examples of section 3, passwords included, into an empty database. Default: no. */
  readonly examples?: boolean;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: a free port. */
  readonly port?: number;
  readonly settings?: Partial<HttpSettings>;
  /** Receives requests and failures. Default: nothing is logged. */
  readonly log?: (entry: LogEntry) => void;
}

export interface Served {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /**
   * Accepts no new requests, waits for open ones (at most `grace` milliseconds, 10,000 by default),
   * then closes the database.
   */
  stop(grace?: number): Promise<void>;
}

/**
 * Serves the calls of a document. Rejects with NotStarted if the database cannot be opened, and
 * with an Error if the port cannot be used.
 */
export async function serveDocument(text: string, options: ServeOptions = {}): Promise<Served> {
  const { database = { kind: 'memory' }, examples = false, host = '127.0.0.1', port = 0, log = () => undefined } = options;
  const settings = { hosts: answeredHosts(host, []), ...options.settings };
  const ending = new AbortController();
  let running = text;
  let follow = (_text: string): void => undefined;
  const engine = await Service.start({
    text,
    database,
    examples,
    log: (level, message) => log({ level, message }),
    // Another process changed the document: update the description and the form of errors.
    followed: (now) => {
      running = now;
      follow(now);
    },
  });
  const appOf = (now: string): App => {
    const model = readModel(now);
    return createApp({
      engine,
      platform: systemPlatform,
      log,
      ending: ending.signal,
      settings,
      model,
      files: callsHandleFiles(model),
      description: { model, openapi: openapiDocument(model) },
      ...(model.account === null ? {} : { token: model.account.token }),
    });
  };
  try {
    let app = appOf(running);
    follow = (now) => {
      app = appOf(now);
    };
    const server = await listen((request, environment) => app.fetch(request, environment), { host, port });
    return {
      url: server.url,
      async stop(grace) {
        ending.abort();
        await server.stop(grace);
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
