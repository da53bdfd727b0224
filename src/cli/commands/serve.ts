import { setMaxListeners } from 'node:events';
import { own } from '../../base/own.ts';
import { systemPlatform } from '../../base/platform.ts';
import { version } from '../../base/version.ts';
import { checkModel } from '../../check/check.ts';
import { openapiDocument } from '../../export/exporters/openapi.ts';
import { readModel } from '../../model/read.ts';
import { callsHandleFiles } from '../../serve/calls/call-files.ts';
import type { Database } from '../../serve/engine/database.ts';
import { NotStarted } from '../../serve/engine/not-started.ts';
import { ReplicaSet } from '../../serve/engine/replica-set.ts';
import { Service, type ServiceParts } from '../../serve/engine/service.ts';
import { testClock } from '../../serve/engine/test-clock.ts';
import { deleteHandler } from '../../serve/files/delete-handler.ts';
import type { S3Settings } from '../../serve/files/s3.ts';
import { createApp } from '../../serve/http/app.ts';
import type { App } from '../../serve/http/environment.ts';
import { type Listening, listen } from '../../serve/http/listen.ts';
import { createMetrics, metricsApp } from '../../serve/http/metrics.ts';
import type { HttpSettings } from '../../serve/http/settings.ts';
import type { MailSettings } from '../../serve/mail/mail-handler.ts';
import { unsentMailHandler } from '../../serve/mail/unsent-mails.ts';
import { isMainProcess, isWorkerProcess, runProcesses, stopRequested } from '../../serve/processes.ts';
import { snapshotFolder } from '../../store/snapshot/name.ts';
import { type Arguments, readArguments } from '../arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { addressProblem } from '../database-address.ts';
import { described } from '../described.ts';
import { type Document, readDocuments } from '../documents.ts';
import { readFileSpace, readFiles } from '../file-options.ts';
import type { Machine } from '../machine.ts';
import { readMail } from '../mail-options.ts';
import { misused } from '../misused.ts';
import { type NamedProvider, readOidc } from '../oidc-options.ts';
import { answeredHosts, hostProblem, isLoopback, originOf, readQuota, uploadUnit } from '../serve-options.ts';
import { readSite } from '../site/served-site.ts';

export const serve: Command = {
  ...described.serve,
  async run(args, host) {
    const read = readArguments(args, {
      port: [],
      host: [],
      data: [],
      database: [],
      memory: 'flag',
      processes: [],
      threads: [],
      replica: 'many',
      snapshots: [],
      examples: ['yes', 'no'],
      screens: ['yes', 'no'],
      describe: ['yes', 'no'],
      cors: 'many',
      'allow-host': 'many',
      'allow-private': 'flag',
      'test-clock': 'flag',
      proxies: [],
      'requests-per-minute': [],
      streams: [],
      uploads: [],
      files: [],
      'file-space': [],
      'metrics-port': [],
      'metrics-host': [],
      mail: [],
      'mail-from': [],
      'mail-reply-to': [],
      url: [],
      operators: 'many',
      oidc: [],
      'oidc-client': [],
      'oidc-name': [],
      throttle: ['on', 'off'],
      grace: [],
      log: ['all', 'errors'],
    });
    if (!read.ok) return misused(read.problem, serve, host);
    const settings = readSettings(read, host);
    if (typeof settings === 'string') return misused(settings, serve, host);
    const documents = await readDocuments(read.names, host);
    if (documents === null) return 2;
    const [document, ...more] = documents;
    if (document === undefined || more.length > 0) return misused('Name exactly one document.', serve, host);
    const chosen = settings(document);
    if (chosen.processes > 1 && !isWorkerProcess()) return serveBySeveral(chosen, host);
    return serveDocument(document, chosen, isWorkerProcess() ? oneOfSeveral(host) : host);
  },
};

/** Reachable only from this machine. */
const loopback = '127.0.0.1';

interface Settings {
  readonly port: number;
  readonly address: string;
  readonly database: Database;
  readonly processes: number;
  /** Addresses of read replicas of the database. */
  readonly replicas: readonly string[];
  /**
   * The folder for snapshots taken before a change of the document deletes or converts data; null:
   * none are taken.
   */
  readonly snapshots: string | null;
  readonly examples: boolean;
  readonly screens: boolean;
  /** The OpenID provider that people sign in with; null: none. */
  readonly openId: NamedProvider | null;
  /** How to send mails; null: they are only stored. */
  readonly mail: MailSettings | null;
  /** The file store; null: files are stored in the database. */
  readonly files: S3Settings | null;
  /** Further roles that may see the jobs, besides those that the document names. */
  readonly operators: readonly string[];
  /** Whether `/openapi.json` and `/~/calls` are served. */
  readonly describe: boolean;
  /** Where `/metrics` is served. `with calls`: on the product's own port; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number; readonly hosts: readonly string[] | null } | 'with calls' | null;
  /** Whether successful requests are left out of the log. */
  readonly quiet: boolean;
  /** Whether services may have private addresses. */
  readonly allowPrivate: boolean;
  /** Whether tests may set the clock. */
  readonly hasTestClock: boolean;
  readonly http: Partial<HttpSettings>;
  /** Seconds that open requests have to finish when the server shuts down. */
  readonly grace: number;
}

/** Returns the settings for a document, or a string that describes the problem. */
function readSettings({ options, many }: Extract<Arguments, { ok: true }>, host: Machine): string | ((document: Document) => Settings) {
  const number = (name: string, standard: number, least: number, most: number): number | string => {
    const text = own(options, name);
    if (text === undefined) return standard;
    const value = Number(text);
    return Number.isInteger(value) && value >= least && value <= most
      ? value
      : `--${name} must be a whole number from ${least} to ${most}, not “${text}”.`;
  };
  const port = number('port', 3000, 0, 65_535);
  if (options['threads'] !== undefined)
    return '--threads was removed: a server answers all requests in one thread. Use --processes N to start several processes.';
  const processes = number('processes', 1, 1, 64);
  const proxies = number('proxies', 0, 0, 10);
  const requestsPerMinute = number('requests-per-minute', -1, 0, 1_000_000);
  const metricsPort = number('metrics-port', -1, 0, 65_535);
  const grace = number('grace', 10, 0, 3600);
  for (const one of [port, processes, proxies, requestsPerMinute, metricsPort, grace]) if (typeof one === 'string') return one;
  const streams = readQuota('streams', options['streams']);
  if (typeof streams === 'string') return streams;
  const uploads = readQuota('uploads', options['uploads'], uploadUnit);
  if (typeof uploads === 'string') return uploads;
  const fileSpace = readFileSpace(options['file-space']);
  if (typeof fileSpace === 'string') return fileSpace;
  const files = readFiles(options['files'], host);
  if (typeof files === 'string') return files;
  const openId = readOidc(options, host);
  if (typeof openId === 'string') return openId;
  const mail = readMail(options, host);
  if (typeof mail === 'string') return mail;
  const address = options['host'] ?? loopback;
  const allowed = many['allow-host'] ?? [];
  if (options['metrics-host'] !== undefined && (metricsPort === -1 || metricsPort === port))
    return '--metrics-host needs --metrics-port with another port than --port.';
  const metricsHost = options['metrics-host'] ?? loopback;
  const ownMetrics = { host: metricsHost, port: Number(metricsPort), hosts: answeredHosts(metricsHost, allowed) };
  const metrics = metricsPort === -1 ? null : metricsPort === port ? 'with calls' : ownMetrics;
  const unfitHost = allowed.map(hostProblem).find((problem) => problem !== null);
  if (unfitHost !== undefined) return unfitHost;
  const url = options['database'] ?? host.environment('NINEFOLD_DATABASE');
  const chosen = [options['data'], options['database'], options['memory']].filter((one) => one !== undefined);
  if (chosen.length > 1) return 'Choose one of --data, --database and --memory.';
  const serverUrl = options['data'] === undefined && options['memory'] === undefined ? url : undefined;
  if (serverUrl === undefined && Number(processes) > 1)
    return '--processes needs a database that several processes can share: --database postgres://…';
  if (options['test-clock'] !== undefined && (!isLoopback(address) || serverUrl !== undefined))
    return '--test-clock is for tests: it needs a loopback address as --host, and --memory or --data, whose clock is of this process alone.';
  const wrong = serverUrl === undefined ? null : addressProblem(serverUrl);
  if (wrong !== null) return wrong;
  const replicas = many['replica'] ?? [];
  if (replicas.length > 0 && serverUrl === undefined) return '--replica needs --database: it names a standby of that server.';
  for (const replica of replicas) {
    const unfit = addressProblem(replica);
    if (unfit !== null) return unfit;
  }
  const foreign = (many['cors'] ?? []).find((origin) => origin !== '*' && originOf(origin) !== origin);
  if (foreign !== undefined) {
    const meant = originOf(foreign);
    return `--cors must be an origin as browsers send it (https://app.example.com), or *; not “${foreign}”.${meant === null ? '' : ` Did you mean ${meant}?`}`;
  }
  return (document) => {
    const database: Database =
      options['memory'] !== undefined
        ? { kind: 'memory' }
        : serverUrl !== undefined
          ? { kind: 'server', url: serverUrl, ...(replicas.length > 0 ? { role: 'replicated' as const } : {}) }
          : { kind: 'embedded', folder: options['data'] ?? `${document.file.replace(/\.[^./\\]+$/, '')}.data` };
    return {
      port: Number(port),
      address,
      database,
      processes: Number(processes),
      replicas,
      snapshots:
        options['snapshots'] === 'no' || database.kind === 'memory'
          ? null
          : (options['snapshots'] ?? snapshotFolder(document.file, database.kind === 'embedded' ? database.folder : null)),
      // If others can reach the server, the examples' passwords, which are in the document, would
      // let everyone in.
      examples: options['examples'] === undefined ? database.kind !== 'server' && isLoopback(address) : options['examples'] === 'yes',
      screens: options['screens'] !== 'no',
      describe: options['describe'] !== 'no',
      openId,
      mail,
      files,
      operators: many['operators'] ?? [],
      metrics,
      quiet: options['log'] === 'errors',
      allowPrivate: options['allow-private'] !== undefined,
      hasTestClock: options['test-clock'] !== undefined,
      http: {
        corsOrigins: many['cors'] ?? [],
        hosts: answeredHosts(address, allowed),
        proxies: Number(proxies),
        throttled: options['throttle'] !== 'off',
        ...(requestsPerMinute === -1 ? {} : { requestsPerMinute: Number(requestsPerMinute) }),
        ...(streams === null ? {} : { streams }),
        ...(uploads === null ? {} : { uploads }),
        ...(fileSpace === null ? {} : { fileSpace }),
      },
      grace: Number(grace),
    };
  };
}

const logTo =
  (settings: Settings, host: Machine) =>
  (entry: { readonly level: 'info' | 'error'; readonly message: string }): void => {
    if (settings.quiet && entry.level === 'info') return;
    host.write(`${JSON.stringify({ time: new Date(systemPlatform.now()).toISOString(), ...entry })}\n`);
  };

async function serveBySeveral(settings: Settings, host: Machine): Promise<ExitCode> {
  const log = logTo(settings, host);
  const code = await runProcesses({
    count: settings.processes,
    interrupted: () => host.interrupted(),
    log: (level, message) => log({ level, message }),
  });
  return code === 0 ? 0 : 2;
}

/** Only the first of several processes writes messages. */
const oneOfSeveral = (host: Machine): Machine => ({
  ...host,
  interrupted: stopRequested,
  writeError: (text) => {
    if (isMainProcess()) host.writeError(text);
  },
});

async function serveDocument(document: Document, settings: Settings, host: Machine): Promise<ExitCode> {
  const model = readModel(document.text);
  const mistakes = checkModel(model).filter((finding) => finding.severity === 'error').length;
  if (mistakes > 0)
    host.writeError(
      `${document.file}: ${mistakes === 1 ? 'one error' : `${mistakes} errors`}. Run “ninefold check ${document.file}” for details.\n`,
    );
  if (settings.openId !== null && model.account?.openId !== true)
    return misused('--oidc needs a document that lets people use it: section 6, table Account, “Sign in with | …, OpenID”.', serve, host);
  const unknown = settings.operators.find((role) => !model.roles.some(({ name }) => name.text === role));
  if (unknown !== undefined) return misused(`--operators: the document has no role “${unknown}”.`, serve, host);
  const missing = model.secrets.filter(({ name }) => !host.environment(name.text));
  for (const { name } of missing)
    host.writeError(
      `Cannot serve ${document.file}: the document names the secret ${name.text}, which is not set. Put its value into the environment variable ${name.text}.\n`,
    );
  if (missing.length > 0) return 2;
  const secretOf = (name: string): string | null => host.environment(name) || null;
  const log = logTo(settings, host);
  const replicaAt = (url: string): ServiceParts => ({
    text: document.text,
    database: { kind: 'server', url, role: 'replica' },
    examples: false,
    log: (level, message) => log({ level, message: `replica: ${message}` }),
  });
  const { database, replicas, snapshots, examples, metrics: wanted, port } = settings;
  const fileStore = settings.files === null ? null : (await import('../../serve/files/s3.ts')).s3Files(settings.files);
  const filesWrong = (await fileStore?.problem()) ?? null;
  if (filesWrong !== null) {
    host.writeError(`Cannot serve ${document.file}: ${filesWrong}. Check --files and the keys in the environment.\n`);
    return 2;
  }
  const clock = settings.hasTestClock ? testClock(systemPlatform) : null;
  let service: Service;
  /**
   * The document may change while it is served; later requests use the new document, including its
   * description and screens.
   */
  let follow: (text: string) => Promise<void> = async () => undefined;
  let running = document.text;
  try {
    service = await Service.start({
      text: document.text,
      database,
      examples,
      secretOf,
      allowPrivate: settings.allowPrivate,
      ...(clock === null ? {} : { testClock: clock }),
      ...(snapshots === null ? {} : { snapshots }),
      operating: { everyone: false, roles: settings.operators, opensLinks: settings.mail === null },
      jobs: [
        settings.mail === null ? unsentMailHandler : (await import('../../serve/mail/mail-handler.ts')).mailHandler(settings.mail),
        ...(fileStore === null ? [] : [deleteHandler(fileStore)]),
      ],
      log: (level, message) => log({ level, message }),
      followed: (text) => {
        running = text;
        follow(text).catch((error: unknown) =>
          log({
            level: 'error',
            message: `could not update the API description, which is still that of the old document: ${error instanceof Error ? error.message : String(error)}`,
          }),
        );
      },
    });
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    host.writeError(`Cannot serve ${document.file}: ${error.message}\n`);
    return 2;
  }
  const engine = replicas.length === 0 ? service : new ReplicaSet(service, replicas.map(replicaAt));
  const metrics = createMetrics();
  const ending = new AbortController();
  // Each event stream adds a listener. Quotas limit their number, so Node need not warn of a leak.
  setMaxListeners(0, ending.signal);
  const listening: Listening[] = [];
  const provider = settings.openId;
  const openId = provider === null ? null : (await import('../../serve/http/openid.ts')).openIdRoutes(provider);
  const appOf = async (text: string): Promise<App> => {
    const now = text === document.text ? model : readModel(text);
    const site = settings.screens
      ? await readSite({ ...document, text, bytes: new TextEncoder().encode(text) }, now, settings.openId, host)
      : null;
    return createApp({
      engine,
      platform: clock ?? systemPlatform,
      ...(clock === null ? {} : { setClock: (moment) => service.setClock(moment) }),
      log,
      metrics,
      ending: ending.signal,
      settings: settings.http,
      model: now,
      files: callsHandleFiles(now),
      fileStore,
      showMetrics: wanted === 'with calls',
      ...(settings.describe ? { description: { model: now, openapi: openapiDocument(now) } } : {}),
      ...(site === null ? {} : { site }),
      ...(settings.mail === null ? {} : { unsubscribe: (token) => service.unsubscribe(token) }),
      ...(openId === null ? {} : { openId }),
      ...(now.account === null ? {} : { token: now.account.token }),
    });
  };
  try {
    const begun = running;
    let app = await appOf(begun);
    follow = async (text) => {
      const next = await appOf(text);
      // If the document has changed again in the meantime, the later change wins.
      if (running === text) app = next;
    };
    if (running !== begun) await follow(running);
    const server = await listen((request, environment) => app.fetch(request, environment), { host: settings.address, port });
    listening.push(server);
    const calls = settings.describe ? ` API: ${server.url}/~/calls` : '';
    host.writeError(`Serving ${model.name} at ${server.url} (ninefold ${version}).${calls}\n`);
    if (wanted !== null && wanted !== 'with calls') {
      const own = metricsApp(metrics, wanted.hosts);
      const figures = await listen(own.fetch, wanted);
      listening.push(figures);
      host.writeError(`Metrics: ${figures.url}/metrics\n`);
    }
    if (service.examples && model.entities.some((entity) => entity.examples.length > 0)) {
      const people = model.entities.find(({ name }) => name.text === model.account?.entity.text)?.examples ?? [];
      const passwords = people.length === 0 ? '' : ', and people can sign in with the sample passwords in the document';
      host.writeError(`The example records of section 3 are loaded${passwords}. Pass --examples no to leave them out.\n`);
    }
    const { account } = model;
    const linkRows = [
      account?.confirmEmail === true ? 'Confirm email' : null,
      account?.resetPassword === true ? 'Reset password' : null,
      (account?.invite.length ?? 0) > 0 ? 'Invite' : null,
    ].filter((row) => row !== null);
    if (settings.mail === null && linkRows.length > 0) {
      const operators = [...settings.operators, ...(account?.operators ?? []).map(({ text }) => text)];
      const who =
        operators.length === 0
          ? 'nobody can open them (name the roles that may: --operators ROLE)'
          : `people with the role ${operators.join(' or ')} open them in the outbox`;
      host.writeError(`The links of ${linkRows.join(', ')} are not mailed: ${who}. Pass --mail smtp://… to send them.\n`);
    }
    if (settings.mail === null && model.messages.some(({ by }) => by.includes('mail')))
      host.writeError('Mails are kept and not sent. Pass --mail smtp://… to send them; “ninefold jobs” shows them.\n');
    if (model.account?.openId === true && settings.openId === null)
      host.writeError('People cannot sign in with OpenID yet: pass --oidc URL, the address of your provider.\n');
    if (settings.http.throttled === false && !isLoopback(settings.address))
      host.writeError(
        'Warning: with --throttle off, anyone who can reach this server can guess passwords at full speed. Use it in tests only.\n',
      );
    if (clock !== null) host.writeError(`Tests may set the clock: POST ${server.url}/~/test-clock.\n`);
    if (database.kind === 'memory') host.writeError('Data is in memory only and is lost on shutdown.\n');
    await host.interrupted();
    const milliseconds = settings.grace * 1000;
    host.writeError(`Shutting down; finishing open requests (at most ${settings.grace} s). Press Ctrl-C again to stop now.\n`);
    ending.abort();
    const finished = Promise.all(listening.map((one) => one.stop(milliseconds))).then(() => engine.close());
    if (!(await inTime(finished, milliseconds, host.interrupted())))
      log({ level: 'error', message: 'stopped before all requests were finished' });
    // Work that waits for a lost database must not keep the process alive.
    host.exit(0);
    return 0;
  } catch (error) {
    host.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
    await Promise.all(listening.map((one) => one.stop(0)));
    await engine.close();
    return 2;
  }
}

/** Returns false if the work takes too long, or the person does not want to wait. */
async function inTime(work: Promise<void>, milliseconds: number, hurried: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([work.then(() => true), late, hurried.then(() => false)]);
  } finally {
    clearTimeout(timer);
  }
}
