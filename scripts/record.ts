import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';

interface Frame {
  /** Seconds. */
  readonly at: number;
  /** JPEG, in base64. */
  readonly data: string;
}

export interface Recording {
  readonly frames: number;
  /** In seconds. */
  readonly seconds: number;
  readonly bytes: number;
}

/** Longer pauses are cut to this many seconds. */
const longest = 2;

/**
 * Records a page as WebM while `body` runs. The browser itself draws and encodes the film (its
 * screencast, a canvas, MediaRecorder), so no other program is needed.
 */
export async function record(browser: Browser, page: Page, path: string, body: () => Promise<void>): Promise<Recording> {
  const frames: Frame[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: metadata.timestamp ?? 0, data });
    // A closed page needs no acknowledgement.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 });
  try {
    await body();
  } finally {
    await session.send('Page.stopScreencast');
  }
  if (frames.length < 2) throw new Error(`nothing moved on the page: ${frames.length} frames`);
  const bytes = await pack(browser, frames);
  await writeFile(path, bytes);
  return { frames: frames.length, seconds: Math.round((frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0)), bytes: bytes.length };
}

/**
 * Runs in the page, which has the canvas and the recorder. As text, because this script is compiled
 * without the DOM's types.
 */
const packer = `globalThis.packer = {
  async begin(first) {
    const { width, height } = await this.load(first);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    this.context = canvas.getContext('2d');
    this.recorder = new MediaRecorder(canvas.captureStream(12), { mimeType: 'video/webm;codecs=vp9', videoBitsPerSecond: 1200000 });
    this.chunks = [];
    this.recorder.ondataavailable = ({ data }) => this.chunks.push(data);
    await this.draw(first);
    this.recorder.start();
  },
  load: async (data) => createImageBitmap(await (await fetch('data:image/jpeg;base64,' + data)).blob()),
  async draw(data) {
    this.context.drawImage(await this.load(data), 0, 0);
  },
  async end() {
    const ended = new Promise((resolve) => { this.recorder.onstop = resolve; });
    this.recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(this.chunks).arrayBuffer());
    let text = '';
    for (let from = 0; from < bytes.length; from += 0x8000) text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
    return btoa(text);
  },
}; undefined`;

async function pack(browser: Browser, frames: readonly Frame[]): Promise<Buffer> {
  const page = await browser.newPage();
  const say = async (call: string): Promise<unknown> => page.evaluate(`packer.${call}`);
  try {
    await page.evaluate(packer);
    await say(`begin(${JSON.stringify(frames[0]?.data ?? '')})`);
    // One frame at a time, because all together would overload the page.
    const began = performance.now();
    let due = 0;
    let last = frames[0]?.at ?? 0;
    for (const { at, data } of frames) {
      due += Math.min(longest, at - last) * 1000;
      last = at;
      const ahead = due - (performance.now() - began);
      if (ahead < -100) continue;
      await page.waitForTimeout(Math.max(0, ahead));
      await say(`draw(${JSON.stringify(data)})`);
    }
    await page.waitForTimeout(longest * 1000);
    return Buffer.from(String(await say('end()')), 'base64');
  } finally {
    await page.close();
  }
}
