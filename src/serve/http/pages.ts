import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Call } from '../../model/ast/calls.ts';
import { errorOf } from '../../model/lookup.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { AppEnvironment } from './environment.ts';

/** What a server publishes about its API. */
export interface Description {
  readonly model: RunModel;
  /** The OpenAPI document. */
  readonly openapi: object;
}

/** Serves `/openapi.json`, and a readable page at `/~/calls`. */
export function descriptionRoutes({ model, openapi }: Description): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  routes.get('/openapi.json', (context) => context.json(openapi));
  routes.get('/~/calls', (context) => {
    context.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    return context.html(page(model));
  });
  return routes;
}

const style = `
:root { color-scheme: light dark; --line: #d9dce1; --soft: #5b6370; --accent: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --line: #3a3f47; --soft: #a3abb8; --accent: #8ab4f8; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; }
h1 { font-size: 24px; margin: 0 0 .25rem; } h2 { margin: 0 0 .5rem; overflow-wrap: anywhere; } h2 code { font-size: 16px; font-weight: 600; }
code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; } .method { color: var(--accent); display: inline-block; min-width: 4.5rem; }
dl { font-size: 14px; display: grid; gap: .25rem 1rem; grid-template-columns: 4.5rem 1fr; margin: 0; } dt { color: var(--soft); } dd { margin: 0; min-width: 0; }
section { border-top: 1px solid var(--line); padding: 1.25rem 0; } p { color: var(--soft); margin: 0 0 1rem; } a { color: var(--accent); }
@media (max-width: 30rem) { dl { gap: 0; grid-template-columns: 1fr; } dt { margin-top: .5rem; } }`;

function page(model: RunModel): ReturnType<typeof html> {
  const token = model.account?.token ?? null;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${model.name}: API</title>
<style>${raw(style)}</style>
</head>
<body>
<h1>${model.name}</h1>
<p>The API of this server, also as <a href="/openapi.json">OpenAPI</a>.${token === null ? '' : html` Signed-in clients send <code>${token.header}: ${token.scheme} TOKEN</code>.`}</p>
${model.calls.length === 0 ? html`<p>There are no endpoints yet: the document has neither calls nor entities.</p>` : model.calls.map((call) => callSection(model, call))}
</body>
</html>`;
}

const callSection = (model: RunModel, call: Call): ReturnType<typeof html> => html`<section>
<h2><code><span class="method">${call.method}</span> ${call.path}</code></h2>
<dl>
${call.query.length === 0 ? '' : row('Query', call.query.map(({ name, default: standard }) => (standard === null ? name.text : `${name.text} (${standard})`)).join(', '))}
${call.takes === null ? '' : row('Takes', `{${call.takes.entries.map(entryText).join(', ')}}`)}
${call.does === null || call.does.source === '' ? '' : row('Does', call.does.source)}
${row('Returns', call.returns === null ? '204' : `${call.returns.status}${call.returns.body === null ? '' : ` ${call.returns.body.source}`}`)}
${call.errors.length === 0 ? '' : row('Errors', call.errors.map(({ text }) => `${errorOf(model, text)?.status ?? 422} ${text}`).join(', '))}
${call.roles.length === 0 ? '' : row('For', call.roles.map((role) => role.text).join(', '))}
</dl>
</section>`;

const row = (title: string, text: string): ReturnType<typeof html> => html`<dt>${title}</dt><dd><code>${text}</code></dd>`;

type Entry = NonNullable<Call['takes']>['entries'][number];

const entryText = ({ key, optional, inside }: Entry): string =>
  `${key.text}${optional ? '?' : ''}${inside === null ? '' : `: {${inside.entries.map(entryText).join(', ')}}`}`;
