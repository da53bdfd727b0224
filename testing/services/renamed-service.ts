import type { Answered, Implementation } from '../../src/verifier/answers/implementation.ts';

/** The document's names and the service's names for them. */
export interface Names {
  /** The prefix of every path. */
  readonly base: string;
  /** Parts of paths. */
  readonly paths: Readonly<Record<string, string>>;
  /** Keys of bodies and queries. */
  readonly keys: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  /** The service's status for each of the document's. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The key around every successful answer. */
  readonly envelope?: string;
}

const inverse = (names: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(names).map(([name, here]) => [here, name]));

function withKeys(json: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(json)) return json.map((item) => withKeys(item, name));
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [name(key), withKeys(value, name)]));
}

/** Gives a service other names than the document's, which it then refuses. */
export function renamedService(service: Implementation, names: Names): Implementation {
  const [paths, keys] = [inverse(names.paths), inverse(names.keys)];
  const notFound: Answered = { status: 404, body: '{"error":"no such path"}', date: null, retryAfter: null };
  return {
    wait: (milliseconds) => service.wait(milliseconds),
    async send(request) {
      if (!request.path.startsWith(`${names.base}/`)) return notFound;
      const segments = request.path.slice(names.base.length).split('/');
      if (segments.some((segment) => Object.hasOwn(names.paths, segment))) return notFound;
      const path = segments.map((segment) => paths.get(segment) ?? segment).join('/');
      const query = request.query
        .split('&')
        .map((pair) => pair.replace(/^[^=]+/, (key) => keys.get(key) ?? key))
        .join('&');
      let { body } = request;
      try {
        // The document's own keys are unknown here.
        const known = (key: string): string => keys.get(key) ?? (Object.hasOwn(names.keys, key) ? `${key}-unknown` : key);
        if (body !== null) body = JSON.stringify(withKeys(JSON.parse(body), known));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
      const answer = await service.send({ ...request, path, query, body });
      if ('problem' in answer) return answer;
      const status = names.statuses[String(answer.status)] ?? answer.status;
      if (answer.body === null || answer.body === '') return { ...answer, status };
      let said = JSON.stringify(withKeys(JSON.parse(answer.body), (key) => names.keys[key] ?? key));
      for (const [error, here] of Object.entries(names.errors)) said = said.replaceAll(`"${error}"`, `"${here}"`);
      if (names.envelope !== undefined && answer.status < 400) said = `{"${names.envelope}":${said}}`;
      return { ...answer, status, body: said };
    },
  };
}
