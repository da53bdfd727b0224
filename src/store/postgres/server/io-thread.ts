import { parentPort, workerData } from 'node:worker_threads';
import { converse } from './converse.ts';
import type { IoStart } from './io-messages.ts';

/*
 * A thread that talks to a Postgres server while another one waits for it, where there is none that could do it beside its own work.
 */

if (parentPort === null) throw new Error('this file is the entry of a thread');
converse(workerData as IoStart);
parentPort.postMessage('ready');
