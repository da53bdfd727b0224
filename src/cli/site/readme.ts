import { sitePolicy } from './policy.ts';

/** The note that lies beside a built product: what is here, and how it is served. */
export function readme(name: string, base: string | null): string {
  const policy = `${sitePolicy().join('; ')}; frame-ancestors 'self'`;
  const path = base ?? '/anywhere/';
  const fallback = base === null ? '=404' : `${path}index.html`;
  return `# ${name.replace(/\s+/g, ' ')}

Made by \`ninefold build\`. The files in this folder are the whole product: any web server that serves files will do. What people write stays in their own
browser; nothing is sent anywhere. It works without a network after the first visit, and can be installed from the browser's menu.

To try it on this machine:

    npx http-server . -p 8080        or        python3 -m http.server 8080

and open http://127.0.0.1:8080/. A page opened from the disk (file://) cannot load the other files: \`ninefold build --single-file\` makes one that can.

## Putting it on a server

- ${base === null ? 'It may lie at any path: places of the product stand behind the `#` of the address.' : `It is made for the path \`${base}\`. Every path below it that is no file is answered with \`index.html\`; \`404.html\` is the same page, for hosts that answer with that.`}
- Over HTTPS (or on 127.0.0.1): without it browsers keep no data and do not work without a network.
- Files in \`assets/\` have a hash of their content in their names and may be kept for ever. Everything else is asked for anew each time.
- A file of \`assets/\` that is missing is answered with 404, never with a page.
- A new release is copied over the old one. Files of the release before it stay, for pages that are still open; \`ninefold build\` removes older ones.
- The page brings its content security policy along. As a header it also says who may frame it.

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
