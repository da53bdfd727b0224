/** An error response as in RFC 9457, for errors that HTTP reports before any call runs. */
export function problemResponse(status: number, title: string, detail: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail }), {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}
