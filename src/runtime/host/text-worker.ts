import { readModel } from '../../model/read.ts';
import { runWorker } from './run-worker.ts';

/* The worker of the workbench, whose documents are texts. */

const read = async (text: string) => readModel(text);

runWorker({ document: read, text: read });
