import { sitePolicy } from './policy.ts';

/** Returns the README of a built product: what the files are, and how to serve them. */
export function readme(name: string, base: string | null): string {
  const policy = `${sitePolicy().join('; ')}; frame-ancestors 'self'`;
  const path = base ?? '/anywhere/';
  const fallback = base === null ? '=404' : `${path}index.html`;
  return `# ${name.replace(/\s+/g, ' ')}

Made by \`ninefold build\`. This folder is the whole product: any web server for static files can serve it. What people enter stays in their own
browser; nothing is sent anywhere. After the first visit it works offline, and it can be installed from the browser's menu.

To try it on this machine:

    npx http-server . -p 8080        or        python3 -m http.server 8080

and open http://127.0.0.1:8080/. A page opened from disk (file://) cannot load the other files; \`ninefold build --single-file\` makes a page that needs none.

## Putting it on a server

- ${base === null ? 'Any path works: the product keeps its own location after the `#` of the address.' : `It is built for the path \`${base}\`. Answer every path below it that is not a file with \`index.html\`; \`404.html\` is the same page, for hosts that use that.`}
- Use HTTPS (or 127.0.0.1): without it, browsers neither keep data nor work offline.
- Files in \`assets/\` have a hash of their content in their names and can be cached forever. Revalidate everything else on each request.
- Answer a missing file in \`assets/\` with 404, never with a page.
- Copy a new release over the old one. Files of the previous release stay for pages that are still open; \`ninefold build\` removes older ones.
- The page contains its content security policy. Sent as a header, it also controls who may frame the page.

nginx:

    location ${path} {
      try_files $uri $uri/ ${fallback};
      add_header Cache-Control "no-cache";
      add_header Content-Security-Policy "${policy}";
      add_header X-Content-Type-Options "nosniff";
      add_header Referrer-Policy "no-referrer";
    }
    location ${path}assets/ {
      try_files $uri =404;
      add_header Cache-Control "public, max-age=31536000, immutable";
      add_header X-Content-Type-Options "nosniff";
    }
    # in mime.types: application/wasm wasm; application/manifest+json webmanifest;

Caddy:

    handle_path ${path}* {
      root * /srv/product
      @assets path /assets/*
      header @assets Cache-Control "public, max-age=31536000, immutable"
      @rest not path /assets/*
      header @rest Cache-Control "no-cache"
      header Content-Security-Policy "${policy}"
      header X-Content-Type-Options "nosniff"
      header Referrer-Policy "no-referrer"
${base === null ? '' : '      @place not path /assets/*\n      try_files {path} /index.html\n'}      file_server
    }
`;
}
