import { readModel } from '../../model/read.ts';
import { runWorker } from './run-worker.ts';

/* The worker of the workbench, whose documents are texts. */

runWorker({ document: readModel, text: async (text) => readModel(text) });
