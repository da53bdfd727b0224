// A process of its own that serves the document of document.ts, until it is killed: run.ts builds
// and starts it. Arguments: the database, the receiver, the mail server, a name for its orders
// (empty: it makes none), and the moment from which its clock is a day further every 400 ms.
import { Service } from '../../src/serve/engine/service.ts';
import { mailHandler } from '../../src/serve/mail/mail-handler.ts';
import { document } from './document.ts';

const [database = '', receiver = '', smtp = '', name = '', began = ''] = process.argv.slice(2);
const say = (...words: readonly (string | number)[]): void => void process.stdout.write(`${words.join(' ')}\n`);

// Between two days the clock goes as usual: claims and pauses are as long as they say.
const realNow = Date.now;
Date.now = () => {
  const now = realNow();
  return now + Math.floor((now - Number(began)) / 400) * 86_400_000;
};

const service = await Service.start({
  text: document(receiver),
  database: { kind: 'server', url: database },
  examples: true,
  allowPrivate: true,
  jobs: [mailHandler({ smtp, from: 'Stand <stand@example.com>', url: 'http://127.0.0.1' })],
  // Enough attempts for a job whose process is killed again and again.
  jobTimes: { pauses: Array.from({ length: 200 }, () => 50), attempt: 1000, claim: 1500, poll: 100 },
  log: (level, message) => {
    if (level === 'error') say('error', message);
  },
});
say('ready');

const ask = async (method: string, path: string, query: string, body: unknown) => {
  const answer = await service.call({
    method,
    path,
    query,
    token: null,
    contentType: 'application/json',
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.status, body: answer.body ?? '' };
};

if (name === '') {
  // Answers requests: `GET /api/orders limit=5` on a line.
  process.stdin.setEncoding('utf8').on('data', (lines: string) => {
    for (const line of lines.split('\n').filter((one) => one !== '')) {
      const [method = '', path = '', query = ''] = line.split(' ');
      void ask(method, path, query, undefined).then(({ body }) => say('answer', body.replaceAll('\n', ' ')));
    }
  });
} else {
  for (let count = 0; ; count++) {
    const code = `${name}-${count}`;
    const { status, body } = await ask('POST', '/api/orders', '', { code });
    if (status === 201) say('made', code);
    else say('error', `${status} ${body}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
